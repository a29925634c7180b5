import { expect, test } from 'vitest'
import type { Target } from '../../../client/connect/targets/target.js'
import type { Launch } from './launch.js'
import { launchOf } from './launch-of.js'

test.each<[string, Target | undefined, Launch]>([
  ['nothing', undefined, { type: 'program' }],
  ['a program', { serve: async () => undefined }, { type: 'program' }],
  ['an address', 'http://a/', { type: 'url', url: 'http://a/', headers: [] }],
  ['a URL', new URL('http://a'), { type: 'url', url: 'http://a/', headers: [] }],
  [
    'headers',
    { url: 'http://a', headers: { B: 'secret', A: 'x' } },
    { type: 'url', url: 'http://a', headers: ['A', 'B'] },
  ],
  ['a command', { command: 'node' }, { type: 'command', command: 'node', args: [], env: [] }],
  [
    'all of a command',
    {
      command: 'node',
      args: ['a'],
      cwd: '/srv',
      env: { TOKEN: 'secret', NODE_OPTIONS: '--require ./x', A: undefined },
    },
    {
      type: 'command',
      command: 'node',
      args: ['a'],
      cwd: '/srv',
      env: ['A', 'NODE_OPTIONS', 'TOKEN'],
      loaders: { NODE_OPTIONS: '--require ./x' },
    },
  ],
])('%s', (_name, target, launch) => {
  expect(launchOf({ target })).toEqual(launch)
})
