import { describe, expect, test } from 'vitest'
import { sampleServer } from '#test/console/page/sample-state.js'
import type { Server } from '../api/contract.js'
import { stateName, toneOf, wordsOf } from './server-state.js'

describe('a server', () => {
  test.each<[Server['state'], string, string, string]>([
    ['idle', 'off', 'not started', 'not started'],
    ['starting', 'warn', 'starting', 'starting'],
    ['ready', 'good', 'ready', 'stdio'],
    ['unresponsive', 'warn', 'not answering', 'not answering'],
    ['lost', 'bad', 'lost', 'lost'],
    ['failed', 'bad', 'failed', 'failed'],
    ['denied', 'bad', 'not allowed', 'not allowed'],
    ['invalid', 'bad', 'invalid entry', 'invalid entry'],
    ['disabled', 'off', 'disabled', 'disabled'],
    ['stopped', 'off', 'stopped', 'stopped'],
  ])('that is %s has a colour and words', (state, tone, name, words) => {
    const server = sampleServer('a', { state })
    expect([toneOf(server), stateName(server), wordsOf(server)]).toEqual([tone, name, words])
  })

  test.each<Server['state']>(['ready', 'failed', 'starting'])('that is %s and signs in says that', (state) => {
    const server = sampleServer('a', { state, isSigningIn: true, reason: 'none' })
    expect([toneOf(server), stateName(server), wordsOf(server)]).toEqual(['warn', 'signing in', 'signing in'])
  })
})

describe('a reason in the list', () => {
  const words = (reason: string, state: Server['state'] = 'failed') => wordsOf(sampleServer('a', { state, reason }))

  test('is that of a server which failed or was lost', () => {
    expect([words('why', 'failed'), words('why', 'lost'), words('why', 'denied'), words('why', 'idle')]).toEqual([
      ...['why', 'why', 'not allowed', 'not started'],
    ])
  })

  test('is short', () => {
    expect(words('x'.repeat(41))).toBe('x'.repeat(40))
    expect(words('it exited with code 127: no')).toBe('exited 127')
    expect(words('Cannot reach it')).toBe('cannot reach')
    expect(words('It Cannot reach it')).toBe('It Cannot reach it')
  })
})
