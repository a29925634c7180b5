import { describe, expect, test } from 'vitest'
import type { ConsoleEvent } from '../contract.js'
import { Notices } from './notices.js'

describe('notices', () => {
  function create() {
    const events: ConsoleEvent[] = []
    return { events, notices: new Notices((event) => events.push(event)) }
  }

  test('are published with a number of their own, and stay until they are dismissed', () => {
    const { events, notices } = create()
    notices.add('warning', 'It is slow', 's')
    notices.add('info', 'x')
    const [first, second] = [
      { id: 'n1', at: expect.any(Number), tone: 'warning', text: 'It is slow', server: 's' },
      { id: 'n2', at: expect.any(Number), tone: 'info', text: 'x' },
    ]
    expect(notices.all).toEqual([first, second])
    expect(events).toEqual([
      { type: 'notice', notice: first },
      { type: 'notice', notice: second },
    ])
    expect(notices.all[1]).not.toHaveProperty('server')
    notices.dismiss('n1')
    notices.dismiss('n1')
    expect([notices.all, events.length]).toEqual([[second], 2])
  })

  test('show the start of a text that is long', () => {
    const { notices } = create()
    notices.add('error', 'x'.repeat(4_000))
    notices.add('error', 'x'.repeat(4_001))
    expect(notices.all.map(({ text }) => text)).toEqual(['x'.repeat(4_000), `${'x'.repeat(4_000)}…`])
  })

  test('are the last 100', () => {
    const { notices } = create()
    for (let added = 0; added < 101; added += 1) notices.add('info', 'x')
    expect([notices.all.length, notices.all[0]?.id, notices.all.at(-1)?.id]).toEqual([100, 'n2', 'n101'])
  })
})
