import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getMethodLiteral } from '../schemas/method-literal.js'
import type { ListChangedHandlers, ServerCapabilities } from '../types.js'
import { handleListChanges } from './list-changes.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const kinds = ['tools', 'prompts', 'resources'] as const
const all: ServerCapabilities = Object.fromEntries(kinds.map((kind) => [kind, { listChanged: true }]))

function create(handlers: object, capabilities: ServerCapabilities | undefined = all) {
  const listeners: Record<string, () => void> = {}
  const fetched: string[] = []
  const client = {
    fetch: vi.fn(async (kind: string): Promise<unknown[]> => {
      fetched.push(kind)
      return [kind]
    }),
    listen: (schema: Parameters<typeof getMethodLiteral>[0], handler: () => void) => {
      listeners[getMethodLiteral(schema)] = handler
    },
  }
  handleListChanges(handlers as ListChangedHandlers, capabilities, client)
  const change = (kind: string) => listeners[`notifications/${kind}/list_changed`]?.()
  return { listeners, fetched, client, change }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the handlers', () => {
  test('are set for what the server announces', () => {
    const handlers = Object.fromEntries(kinds.map((kind) => [kind, { onChanged() {} }]))
    expect(Object.keys(create(handlers).listeners)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
    ])
    expect(Object.keys(create(handlers, { tools: {}, prompts: { listChanged: true } }).listeners)).toEqual([
      'notifications/prompts/list_changed',
    ])
    expect(Object.keys(create({}).listeners)).toEqual([])
    const unknown = vi.fn()
    handleListChanges(handlers as ListChangedHandlers, undefined, { fetch: async () => [], listen: unknown })
    expect(unknown).not.toHaveBeenCalled()
  })

  test('must have valid options', () => {
    expect(() => create({ tools: { onChanged() {}, debounceMs: 'x' } })).toThrow(
      /^Invalid tools listChanged options: \[/,
    )
    expect(() => create({ prompts: {} })).toThrow(
      new Error('Invalid prompts listChanged options: onChanged must be a function'),
    )
    expect(create({ tools: {} }, {}).listeners).toEqual({})
  })
})

describe('a change', () => {
  test('is told with the new list, after 300 milliseconds, once', async () => {
    const onChanged = vi.fn()
    const { change, fetched } = create({ tools: { onChanged } })
    change('tools')
    await pass(200)
    change('tools')
    await pass(299)
    expect(onChanged).not.toHaveBeenCalled()
    await pass(1)
    expect([onChanged.mock.calls, fetched]).toEqual([[[null, ['tools']]], ['tools']])
  })

  test('is told at once where nothing is waited for', async () => {
    const onChanged = vi.fn()
    const { change } = create({ resources: { onChanged, debounceMs: 0 } })
    change('resources')
    expect(vi.getTimerCount()).toBe(0)
    await pass(0)
    expect(onChanged.mock.calls).toEqual([[null, ['resources']]])
  })

  test('is told without the list where it is not wanted', async () => {
    const onChanged = vi.fn()
    const { change, fetched } = create({ prompts: { onChanged, debounceMs: 5, autoRefresh: false } })
    change('prompts')
    await pass(5)
    expect([onChanged.mock.calls, fetched]).toEqual([[[null, null]], []])
  })

  test.each<[string, unknown]>([
    ['an error', new Error('gone')],
    ['text', 'gone'],
  ])('is told with %s of fetching the list', async (_, reason) => {
    const onChanged = vi.fn()
    const { change, client } = create({ tools: { onChanged, debounceMs: 0 } })
    client.fetch.mockRejectedValueOnce(reason)
    change('tools')
    await pass(0)
    expect(onChanged.mock.calls).toEqual([[new Error('gone'), null]])
  })
})
