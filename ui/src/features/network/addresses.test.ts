import { describe, expect, it } from 'vitest';

import { buildNetwork } from '@/testing/server-builders';

import { adapterInUse, link, typed } from './addresses';

const network = buildNetwork();

describe('the address', () => {
  it('is typed without its scheme, and with its port', () => {
    expect(typed('http://192.168.1.20:8080')).toBe('192.168.1.20:8080');
    expect(typed('http://192.168.1.20')).toBe('192.168.1.20');
  });

  it('of the code carries the class code, so that it needn’t be typed', () => {
    expect(link(network, 'K7M4QX')).toBe('http://192.168.1.20:8080/?class=K7M4QX');
  });

  it('of the code does without a class', () => {
    expect(link(network, null)).toBe('http://192.168.1.20:8080/');
  });

  it('of the code keeps the usual port, as port 80 may be somebody else’s tomorrow', () => {
    expect(link({ ...network, port80: true, url: 'http://192.168.1.20' }, null)).toBe(
      'http://192.168.1.20:8080/',
    );
  });

  it('leads nowhere without a network', () => {
    expect(link({ ...network, address: null, url: null }, 'K7M4QX')).toBeNull();
  });

  it('belongs to an adapter', () => {
    expect(adapterInUse(network)?.label).toBe('Wi-Fi');
    expect(adapterInUse({ ...network, address: '10.0.0.1' })).toBeUndefined();
  });
});
