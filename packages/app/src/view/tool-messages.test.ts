import { describe, expect, test } from 'vitest'
import { ToolMessages } from './tool-messages.js'

/** The state of a call, and what listeners got, in order. */
function create() {
  const log: unknown[] = []
  const messages: ToolMessages<unknown> = new ToolMessages(
    () => log.push(['changed', messages.state]),
    () => {},
  )
  const { partialInput, input, result, cancelled } = messages.listeners
  partialInput.add((value) => log.push(['partial', value]))
  input.add((value) => log.push(['input', value]))
  result.add((value) => log.push(['result', value]))
  cancelled.add((value) => log.push(['cancelled', value]))
  const receive = (name: string, params: Readonly<Record<string, unknown>> = {}) =>
    messages.receive(`ui/notifications/${name}`, params)
  return { messages, log, receive }
}

const args = { arguments: { a: 1 } }
const content = [{ type: 'text', text: 'x' }]

describe('a call', () => {
  test('has input in parts, then all of it, then its result', () => {
    const { log, receive } = create()
    receive('tool-input-partial', args)
    receive('tool-input', args)
    receive('tool-result', { content, structuredContent: { b: 2 } })
    const result = { content, structuredContent: { b: 2 }, isError: false }
    expect(log).toEqual([
      ['changed', { partialInput: { a: 1 } }],
      ['partial', { a: 1 }],
      ['changed', { input: { a: 1 } }],
      ['input', { a: 1 }],
      ['changed', { input: { a: 1 }, result }],
      ['result', result],
    ])
  })

  test('can be cancelled, with a reason or without', () => {
    const { messages, log, receive } = create()
    receive('tool-input', args)
    log.length = 0
    receive('tool-cancelled', { reason: 'enough' })
    expect(log).toEqual([
      ['changed', { input: { a: 1 }, cancelled: { reason: 'enough' } }],
      ['cancelled', { reason: 'enough' }],
    ])
    receive('tool-cancelled', { reason: 5 })
    expect(messages.state).toEqual({ input: { a: 1 }, cancelled: {} })
  })

  test('ends with the next one', () => {
    const { messages, receive } = create()
    receive('tool-input', args)
    receive('tool-result')
    receive('tool-cancelled')
    receive('tool-input', { arguments: { a: 2 } })
    expect(messages.state).toEqual({ input: { a: 2 } })
    receive('tool-result')
    receive('tool-input-partial', { arguments: { a: 3 } })
    expect(messages.state).toEqual({ partialInput: { a: 3 } })
  })

  test.each([[{}], [{ arguments: null }], [{ arguments: [] }], [{ arguments: 'x' }]])(
    'whose arguments are no object has empty ones: %j',
    (params) => {
      const { messages, receive } = create()
      receive('tool-input', params)
      expect(messages.state).toEqual({ input: {} })
    },
  )

  test.each([
    [{}, { content: [], isError: false }],
    [
      { content: 'x', isError: true },
      { content: [], isError: true },
    ],
    [
      { content, isError: 'yes' },
      { content, isError: false },
    ],
  ])('has a result that can be read: %j', (params, result) => {
    const { messages, receive } = create()
    receive('tool-result', params)
    expect(messages.state).toEqual({ input: undefined, result })
  })
})

test('another notification changes nothing', () => {
  const { messages, log } = create()
  messages.receive('ui/notifications/other', args)
  messages.receive('tool-input', args)
  expect([log, messages.state]).toEqual([[], {}])
})
