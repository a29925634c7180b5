import { describe, expect, test } from 'vitest'
import type { AnnouncedChanges } from '../announced-changes.js'
import { ChangeStream } from '../change-stream.js'
import type { Change, Filter } from '../listening.js'
import { subscribe } from './subscribe.js'
import type { UriSubscriptions } from './uri-subscriptions.js'

const all: AnnouncedChanges = { tools: true, prompts: true, resources: true, uris: true }
const nothing: AnnouncedChanges = { tools: false, prompts: false, resources: false, uris: false }

/** Subscribes at a server that announces these changes, and takes the URI `a:1` alone. */
function start(filter: Filter, announced: AnnouncedChanges, add?: () => Promise<readonly string[]>) {
  const changes = new ChangeStream()
  const asked: unknown[] = []
  const uris = {
    add: async (wanted: readonly string[], options: object) => {
      asked.push(['add', wanted, options])
      return add === undefined ? wanted.filter((uri) => uri === 'a:1') : add()
    },
    delete: async (left: readonly string[]) => {
      asked.push(['delete', left])
    },
  } as object as UriSubscriptions // all that is used here
  const received: Change[] = []
  const events = { onChange: (change: Change) => received.push(change), onLost: () => {}, onEnd: () => {} }
  const options = { timeoutMs: 7 }
  const subscribing = subscribe({ announced, uris, changes }, { filter, events, options })
  return { subscribing, changes, asked, received, options }
}

describe('a subscription at a legacy server', () => {
  test.each<[Filter, AnnouncedChanges, Filter]>([
    [{ tools: true, prompts: true, resources: true }, all, { tools: true, prompts: true, resources: true }],
    [{ tools: true }, all, { tools: true }],
    [{ prompts: true, tools: false }, all, { prompts: true }],
    [{ resources: true }, all, { resources: true }],
    [{ tools: true, prompts: true, resources: true, uris: ['a:1'] }, nothing, { uris: [] }],
    [{ uris: ['a:1', 'a:2'] }, all, { uris: ['a:1'] }],
    [{}, all, {}],
  ])('for %j where %j is announced has %j', async (filter, announced, expected) => {
    const { filter: honoured } = await start(filter, announced).subscribing
    expect([honoured, Object.keys(honoured).sort()]).toEqual([expected, Object.keys(expected).sort()])
  })

  test('asks for resources alone, where these can be watched', async () => {
    const { subscribing, asked, options } = start({ tools: true, uris: ['a:1', 'a:2'] }, all)
    await subscribing
    expect(asked).toEqual([['add', ['a:1', 'a:2'], options]])
    const unasked = start({ tools: true }, all)
    await unasked.subscribing
    const unwatched = start({ uris: ['a:1'] }, nothing)
    await unwatched.subscribing
    expect([unasked.asked, unwatched.asked]).toEqual([[], []])
  })

  test('has the changes of its filter, until it is left', async () => {
    const { subscribing, changes, asked, received } = start({ tools: true, uris: ['a:1', 'a:2'] }, all)
    changes.publish({ type: 'tools' })
    const active = await subscribing
    changes.publish({ type: 'prompts' })
    changes.publish({ type: 'resource', uri: 'a:1' })
    changes.publish({ type: 'resource', uri: 'a:3' })
    await active.cancel()
    changes.publish({ type: 'tools' })
    expect(received).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'a:1' }])
    expect(asked.at(-1)).toEqual(['delete', ['a:1']])
  })

  test('that fails has no changes', async () => {
    const { subscribing, changes, received } = start({ tools: true, uris: ['a:1'] }, all, () =>
      Promise.reject(new Error('away')),
    )
    await expect(subscribing).rejects.toThrow('away')
    changes.publish({ type: 'tools' })
    expect(received).toEqual([])
  })
})
