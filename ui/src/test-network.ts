import type { Network } from '@/api/types';

/** Reached at the usual port; nobody has come yet. */
export const network: Network = {
  port: 8080,
  port80: false,
  takenPort: null,
  address: '192.168.1.20',
  url: 'http://192.168.1.20:8080',
  hostName: 'goalbucks-rivera.local',
  hostNameUrl: 'http://goalbucks-rivera.local:8080',
  adapters: [{ name: 'wlan0', label: 'Wi-Fi', address: '192.168.1.20', reason: '' }],
  chosenAdapter: null,
  devices: 0,
  connectedStudents: 0,
};
