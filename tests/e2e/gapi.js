/* global URL, addEventListener, document, parent, setTimeout, window */
// In place of https://apis.google.com/js/api.js, by which the SDK in our page and the emulator's frame in it talk to
// each other. The same file serves both.

const MARK = 'gapi-of-the-tests';

/** As Google's does: the SDK throws an error after each answer, whatever it was. */
function quietly(call) {
  try {
    call();
  } catch {
    // Nobody hears of it.
  }
}

/** Messages to and from the window that `peer()` gives; it may load later than we do. */
function channel(peer) {
  const handlers = new Map();
  const replies = new Map();
  let early = [];
  let hear;
  const heard = new Promise((resolve) => {
    hear = resolve;
  });
  const post = (message) => peer().postMessage({ [MARK]: true, ...message }, '*');
  const handle = async ({ id, name, content }) => {
    post({ kind: 'reply', id, content: await handlers.get(name)(content) });
  };
  addEventListener('message', ({ data, source }) => {
    if (source !== peer() || !data?.[MARK]) return;
    if (data.kind === 'hello') hear();
    else if (data.kind === 'reply') quietly(() => replies.get(data.id)?.([data.content]));
    else if (handlers.has(data.name)) handle(data);
    else early.push(data);
  });
  return {
    restyle: () => Promise.resolve(),
    ping: async (done) => {
      await heard;
      done?.();
      return [];
    },
    register: (name, handler) => {
      handlers.set(name, handler);
      const waiting = early.filter((message) => message.name === name);
      early = early.filter((message) => message.name !== name);
      waiting.forEach(handle);
    },
    send: (name, content, done) => {
      const id = `${replies.size}`;
      replies.set(id, done);
      post({ kind: 'send', id, name, content });
    },
  };
}

function openFrame({ url, where, attributes }, done) {
  const frame = document.createElement('iframe');
  frame.src = url;
  Object.assign(frame.style, attributes?.style);
  const opened = channel(() => frame.contentWindow);
  where.appendChild(frame);
  return Promise.resolve(done(opened));
}

let upwards;
const context = {
  open: openFrame,
  getParentIframe: () => (upwards ??= channel(() => parent)),
};

window.gapi = {
  load: (_name, { callback }) => setTimeout(callback),
  iframes: {
    Iframe: class {},
    getContext: () => context,
    CROSS_ORIGIN_IFRAMES_FILTER: () => true,
  },
};

const loaded = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload';
setTimeout(() => {
  window[loaded]?.();
  if (parent !== window) parent.postMessage({ [MARK]: true, kind: 'hello' }, '*');
});
