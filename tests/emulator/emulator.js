// The Firebase Auth emulator: in this process, so that it comes with neither the CLI, its hub nor its questions home.
// It prints its port, and ends with its standard input: whoever started it may die.
import console from 'node:console';
import { createRequire } from 'node:module';
import process from 'node:process';

const require = createRequire(import.meta.url);
// No public path, so firebase-tools is pinned. `createApp` rather than `AuthEmulator`: that one takes no free port.
const { default: api } = require('firebase-tools/lib/emulator/auth/apiSpec');
const { createApp } = require('firebase-tools/lib/emulator/auth/server');

// A third of its start is enough for what the SDK and the tests call: the rest of the interface takes the other two.
const NEEDED =
  /accounts(:(createAuthUri|delete|lookup|signInWithIdp|signInWithPassword|signUp|update))?$|\/config$|projects$|\/token$/;
const UNNEEDED = /\{tenantId\}|\/v2\//;
for (const path of Object.keys(api.paths)) {
  if (UNNEEDED.test(path) || !NEEDED.test(path)) delete api.paths[path];
}

const ANY_PROJECT = 0;
const [project] = process.argv.slice(2);
const app = await createApp(project, ANY_PROJECT);
const server = app.listen(0, '127.0.0.1', () => {
  console.log(server.address().port);
});
process.stdin.on('close', () => process.exit()).resume();
