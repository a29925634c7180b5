import { describe, expect, test } from 'vitest'
import type { Server } from '../api/contract.js'
import { wordsOf } from './server-state.js'

const server = (more: Partial<Server>): Server => ({
  name: 'a',
  state: 'failed',
  isSigningIn: false,
  since: 0,
  transport: 'stdio',
  launch: 'a',
  launchNames: [],
  isAdded: false,
  tokens: 0,
  counts: {},
  faults: { delayMs: 0, duplicate: false, stall: false, unauthorized: false, expiredSession: false },
  ...more,
})

describe('the state of a server in the list', () => {
  test.each<[string, Partial<Server>, string]>([
    ['one that is ready', { state: 'ready' }, 'stdio'],
    ['one that exited', { reason: 'The server "node" exited with code 3; its stderr ends: no key' }, 'exited 3'],
    ['one that did not start', { reason: 'Could not start "no-such": ENOENT' }, 'could not start'],
    ['one that is not there', { reason: 'Cannot reach http://127.0.0.1:9/mcp: ECONNREFUSED' }, 'cannot reach'],
    ['another reason', { reason: 'No answer in 30 s' }, 'No answer in 30 s'],
    ['no reason', {}, 'failed'],
  ])('%s', (_name, more, words) => {
    expect(wordsOf(server(more))).toBe(words)
  })
})
