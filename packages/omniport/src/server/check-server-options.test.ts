import { expect, test } from 'vitest'
import { checkServerOptions } from './check-server-options.js'

const check = (options: object) => () => checkServerOptions({ name: 'notes', version: '1', ...options } as never)

test('every option may be given, and none but name and version must be', () => {
  const all = {
    title: 'Notes',
    description: 'Keeps notes',
    instructions: 'List first.',
    icons: [{ src: 'https://example.com/i.png' }],
    websiteUrl: 'https://example.com',
    capabilities: { tools: { listChanged: false }, prompts: {}, resources: { listChanged: true, subscribe: false } },
    experimental: { x: {} },
    extensions: { 'com.example/y': { a: 1 } },
    revisions: ['2024-11-05', '2026-07-28'],
    limits: { jsonDepth: 8 },
    runtime: {},
    logger: {},
    pageSize: 1,
    ttlMs: 0,
    cacheScope: 'public',
    context: () => ({}),
    onRootsChange: () => {},
    tools: {},
    resources: {},
    prompts: {},
    stores: {},
    secrets: ['x'.repeat(32), 'é'.repeat(16)],
    use: [() => {}],
  }
  expect([check(all)(), check({})()]).toEqual([
    { name: 'notes', version: '1', ...all },
    { name: 'notes', version: '1' },
  ])
})

test.each([
  ['without a name', { name: undefined }, 'createServer: name must be a string, got undefined'],
  ['without a version', { version: undefined }, 'createServer: version must be a string, got undefined'],
  [
    'tools as a list',
    { tools: [] },
    'createServer: tools must be an object with each definition under its name, got an array',
  ],
  ['no revision at all', { revisions: [] }, 'createServer: revisions must be at least one revision, got an array'],
  [
    'a revision that does not exist',
    { revisions: ['2025-01-01'] },
    'createServer: revisions[0] must be "2024-11-05" or "2025-03-26" or "2025-06-18" or "2025-11-25" or "2026-07-28", got "2025-01-01"',
  ],
  ['pages without entries', { pageSize: 0 }, 'createServer: pageSize must be a whole number, 1 or more, got 0'],
  [
    'a capability that does not exist',
    { capabilities: { tool: {} } },
    'createServer: capabilities: there is no option "tool"; did you mean "tools"? The options are tools, prompts, resources',
  ],
  [
    'a part that the capability does not have',
    { capabilities: { tools: { subscribe: false } } },
    'createServer: capabilities.tools: there is no option "subscribe". The options are listChanged',
  ],
  [
    'a part that is no boolean',
    { capabilities: { resources: { subscribe: 'no' } } },
    'createServer: capabilities.resources: subscribe must be true or false, got "no"',
  ],
  ['capabilities that are a list', { capabilities: [] }, 'createServer: capabilities must be an object, got an array'],
  [
    'an experimental capability that is no object',
    { experimental: { 'example.com/x': true } },
    'createServer: experimental["example.com/x"] must be an object, got true',
  ],
  [
    'stores that are not there yet',
    { stores: Promise.resolve({}) },
    'createServer: stores is a promise: write await before it',
  ],
  [
    'a store that does not exist',
    { stores: { session: {} } },
    'createServer: stores: there is no option "session"; did you mean "sessions"? The options are bus, eventLog, inbox, sessions, tasks, blobs',
  ],
  [
    'a short secret, which is not repeated',
    { secrets: ['hunter2'] },
    'createServer: secrets[0] must be at least 32 bytes long',
  ],
  [
    'an extension without a prefix',
    { extensions: { a: {} } },
    'createServer: extensions: an identifier must be a prefix, a slash and a name, such as "com.example/search", got "a"',
  ],
])('%s is a TypeError', (_name, options, message) => {
  expect(check(options)).toThrow(new TypeError(message))
})

test('an option that does not exist is a TypeError with the nearest', () => {
  expect(check({ instruction: 'x' })).toThrow(
    /^createServer: there is no option "instruction"; did you mean "instructions"\?/,
  )
})
