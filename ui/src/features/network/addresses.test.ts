import { describe, expect, it } from 'vitest';

import { buildNetwork } from '@/testing/server-builders';

import { adapterInUse, joinUrlFor, displayUrl } from './addresses';

const network = buildNetwork();

describe('the address', () => {
  it('is typed without its scheme, and with its port', () => {
    expect(displayUrl('http://192.168.1.20:8080')).toBe('192.168.1.20:8080');
    expect(displayUrl('http://192.168.1.20')).toBe('192.168.1.20');
  });

  it('of the code carries the class code, so that it needn’t be typed', () => {
    expect(joinUrlFor(network, 'K7M4QX')).toBe('http://192.168.1.20:8080/?class=K7M4QX');
  });

  it('of the code does without a class', () => {
    expect(joinUrlFor(network, null)).toBe('http://192.168.1.20:8080/');
  });

  it('of the code keeps the usual port, as port 80 may be somebody else’s tomorrow', () => {
    expect(joinUrlFor({ ...network, port80: true, url: 'http://192.168.1.20' }, null)).toBe(
      'http://192.168.1.20:8080/',
    );
  });

  it('is null without a network', () => {
    expect(joinUrlFor({ ...network, address: null, url: null }, 'K7M4QX')).toBeNull();
  });

  it('belongs to an adapter', () => {
    expect(adapterInUse(network)?.label).toBe('Wi-Fi');
    expect(adapterInUse({ ...network, address: '10.0.0.1' })).toBeUndefined();
  });
});
