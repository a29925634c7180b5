import { describe, expect, test } from 'vitest'
import { TaskInputClaims } from './task-input-claims.js'
import type { TaskInputRelay } from './task-input-relay.js'

/** A relay that notes when it is to send requests. */
function createRelay(notes: string[], name: string): TaskInputRelay {
  return { requestInput: () => void notes.push(name) } as unknown as TaskInputRelay // all that is called
}

describe('the claims to the requests of a task', () => {
  test('are given once for each key, of each task', () => {
    const claims = new TaskInputClaims()
    const relay = createRelay([], 'a')
    claims.add('1', relay)
    claims.add('2', relay)
    const taken = [claims.claim('1', 'k'), claims.claim('1', 'k'), claims.claim('1', 'other'), claims.claim('2', 'k')]
    expect(taken).toEqual([true, false, true, true])
  })

  test('are not given for a task that nobody waits for', () => {
    const claims = new TaskInputClaims()
    const relay = createRelay([], 'a')
    claims.add('1', relay)
    claims.delete('1', relay)
    claims.delete('2', relay)
    expect([claims.claim('1', 'k'), claims.claim('2', 'k')]).toEqual([false, false])
  })

  test('stay while another waits, and begin anew with the next that waits alone', () => {
    const claims = new TaskInputClaims()
    const [a, b] = [createRelay([], 'a'), createRelay([], 'b')]
    claims.add('1', a)
    claims.add('1', b)
    claims.claim('1', 'k')
    claims.delete('1', a)
    const whileWaiting = claims.claim('1', 'k')
    claims.delete('1', b)
    claims.add('1', a)
    expect([whileWaiting, claims.claim('1', 'k')]).toEqual([false, true])
  })

  test('that are released may be taken by all who wait for the task', () => {
    const claims = new TaskInputClaims()
    const notes: string[] = []
    claims.add('1', createRelay(notes, 'a'))
    claims.add('1', createRelay(notes, 'b'))
    claims.add('2', createRelay(notes, 'c'))
    claims.claim('1', 'k')
    claims.claim('1', 'other')
    claims.release('1', 'k')
    expect(notes).toEqual(['a', 'b'])
    expect([claims.claim('1', 'k'), claims.claim('1', 'other')]).toEqual([true, false])
    claims.release('3', 'k')
    expect(notes).toEqual(['a', 'b'])
  })
})
