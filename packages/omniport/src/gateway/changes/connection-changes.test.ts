import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { Change, Filter } from '../../client/subscriptions/listening.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import { type ChangeListener, ConnectionChanges } from './connection-changes.js'

interface Subscribed {
  readonly filter: Filter
  readonly options: unknown
  readonly events: { onChange(change: Change): void; onLost(): void; onEnd(): void }
}

/** An upstream that writes down what is subscribed to, and what is cancelled. */
function createUpstream(maxUris = 1024) {
  const steps: unknown[] = []
  const subscribed: Subscribed[] = []
  const state = { failure: undefined as unknown, wait: Promise.resolve() }
  const subscribe = async (filter: Filter, events: Subscribed['events'], options: unknown) => {
    steps.push(['subscribe', filter])
    subscribed.push({ filter, options, events })
    await state.wait
    if (state.failure !== undefined) throw state.failure
    return { filter, cancel: async () => void steps.push(['cancel', filter]) }
  }
  const services = { timeoutMs: 5, limits: { subscriptions: maxUris } }
  const open = { active: { revisionClient: { subscribe } }, services } as unknown as OpenUpstream
  return { open, steps, subscribed, state, taken: () => steps.splice(0) }
}

function create({ isOpen = true, maxUris }: { readonly isOpen?: boolean; readonly maxUris?: number } = {}) {
  const upstream = createUpstream(maxUris)
  const noticed: Change[] = []
  const errors: unknown[] = []
  const state = { open: isOpen ? upstream.open : undefined, losses: 0 }
  const changes = new ConnectionChanges({
    open: () => state.open,
    onError: (reason) => void errors.push(reason),
    onChange: (change) => void noticed.push(change),
    onLost: () => {
      state.losses += 1
    },
  })
  return { ...upstream, changes, noticed, errors, link: state }
}

function listenerOf(filter: Filter) {
  const got: Change[] = []
  return { filter, got, onChange: (change: Change) => void got.push(change) }
}

const uris = (...names: readonly string[]): Filter => ({ uris: names })

describe('a listener', () => {
  test('is subscribed for at the upstream, and no more once it is gone', async () => {
    const { changes, taken, subscribed } = create()
    const listener = listenerOf({ tools: true, uris: ['b', 'a', 'b'] })
    expect(changes.isWanted).toBe(false)
    await changes.add(listener)
    expect([changes.isWanted, taken()]).toEqual([true, [['subscribe', { tools: true, uris: ['a', 'b'] }]]])
    expect(subscribed[0]?.options).toEqual({ timeoutMs: 5, isQuiet: true })
    changes.delete(listener)
    changes.delete(listener)
    await settled()
    expect([changes.isWanted, taken()]).toEqual([false, [['cancel', { tools: true, uris: ['a', 'b'] }]]])
  })

  test('that wants nothing is not subscribed for', async () => {
    const { changes, taken } = create()
    await changes.add(listenerOf({}))
    await changes.add(listenerOf({ tools: false, uris: [] }))
    expect([changes.isWanted, taken()]).toEqual([true, []])
  })

  test('is not subscribed for while there is no connection, but then', async () => {
    const { changes, taken, link, open } = create({ isOpen: false })
    await changes.add(listenerOf({ prompts: true }))
    expect(taken()).toEqual([])
    link.open = open
    await changes.update()
    await changes.update()
    expect(taken()).toEqual([['subscribe', { prompts: true }]])
  })

  test.each<[string, Filter, Filter]>([
    ['tools', { tools: true }, { prompts: true, resources: true }],
    ['prompts', { prompts: true }, { tools: true, resources: true }],
    ['resources', { resources: true }, { tools: true, prompts: true, uris: ['a'] }],
  ])('hears of %s where it wants that', (type, filter, other) => {
    const { changes } = create()
    const [one, two] = [listenerOf(filter), listenerOf(other)]
    void changes.add(one)
    void changes.add(two)
    const change = { type } as Change
    changes.publish(change)
    expect([one.got, two.got]).toEqual([[change], []])
  })

  test('hears of a resource by its URI', () => {
    const { changes } = create()
    const [one, two, three] = [listenerOf(uris('a')), listenerOf(uris('b')), listenerOf({ resources: true })]
    for (const listener of [one, two, three]) void changes.add(listener)
    changes.publish({ type: 'resource', uri: 'a' })
    expect([one.got, two.got, three.got]).toEqual([[{ type: 'resource', uri: 'a' }], [], []])
  })

  test('may leave while it is told', () => {
    const { changes } = create()
    const second = listenerOf({ tools: true })
    const first: ChangeListener = { filter: { tools: true }, onChange: () => changes.delete(first) }
    void changes.add(first)
    void changes.add(second)
    changes.publish({ type: 'tools' })
    changes.publish({ type: 'tools' })
    expect(second.got).toHaveLength(2)
  })
})

describe('what several listeners want', () => {
  test('is subscribed to beside what was wanted before', async () => {
    const { changes, taken } = create()
    await changes.add(listenerOf({ tools: true, uris: ['a'] }))
    taken()
    await changes.add(listenerOf({ tools: true, uris: ['a'] }))
    expect(taken()).toEqual([])
    await changes.add(listenerOf({ tools: true, prompts: true, resources: true, uris: ['b', 'a'] }))
    expect(taken()).toEqual([['subscribe', { prompts: true, resources: true, uris: ['b'] }]])
  })

  test('is subscribed to as long as anybody wants any of it', async () => {
    const { changes, taken } = create()
    const [one, two] = [listenerOf({ tools: true, prompts: true }), listenerOf({ prompts: true })]
    await changes.add(one)
    await changes.add(two)
    changes.delete(one)
    await settled()
    expect(taken()).toEqual([['subscribe', { tools: true, prompts: true }]])
    changes.delete(two)
    await settled()
    expect(taken()).toEqual([['cancel', { tools: true, prompts: true }]])
  })

  test('is one subscription where it would be too many', async () => {
    const { changes, taken } = create()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const name of names) await changes.add(listenerOf(uris(name)))
    expect(taken()).toEqual(names.map((name) => ['subscribe', uris(name)]))
    await changes.add(listenerOf(uris('i')))
    expect(taken()).toEqual([['subscribe', uris(...names, 'i')], ...names.map((name) => ['cancel', uris(name)])])
    await changes.add(listenerOf(uris('j')))
    expect(taken()).toEqual([['subscribe', uris('j')]])
  })

  test('names no more resources in one subscription than an upstream takes', async () => {
    const { changes, taken, link } = create({ maxUris: 2 })
    await changes.add(listenerOf({ tools: true, uris: ['a', 'b', 'c', 'd', 'e'] }))
    expect(taken()).toEqual([
      ['subscribe', { tools: true, uris: ['a', 'b'] }],
      ['subscribe', uris('c', 'd')],
      ['subscribe', uris('e')],
    ])
    for (const name of ['f', 'g', 'h', 'i', 'j']) await changes.add(listenerOf(uris(name)))
    taken()
    await changes.add(listenerOf(uris('k')))
    expect(taken().slice(0, 6)).toEqual([
      ['subscribe', { tools: true, uris: ['a', 'b'] }],
      ...[uris('c', 'd'), uris('e', 'f'), uris('g', 'h'), uris('i', 'j'), uris('k')].map((filter) => [
        ...['subscribe', filter],
      ]),
    ])
    const next = createUpstream(100)
    link.open = next.open
    await changes.update()
    expect(next.taken()).toEqual([
      ['subscribe', { tools: true, uris: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] }],
    ])
  })

  test('keeps what is announced where another wants too much, and asks for no more than there is room', async () => {
    const { changes, taken, errors } = create({ maxUris: 1 })
    const names = ['c', 'd', 'e', 'f', 'g', 'h', 'i']
    for (const name of names) await changes.add(listenerOf(uris(name)))
    taken()
    const greedy = listenerOf(uris('a', 'b'))
    await changes.add(greedy)
    expect(taken()).toEqual([['subscribe', uris('a')]])
    await changes.update()
    expect([taken(), errors]).toEqual([[], []])
    expect([...names, 'a', 'b'].filter((name) => !changes.honours(name))).toEqual(['b'])
    changes.delete(greedy)
    await changes.add(listenerOf(uris('j')))
    expect(taken()).toEqual([
      ['cancel', uris('a')],
      ['subscribe', uris('j')],
    ])
  })

  test('stays as it was where the upstream refuses to make it one', async () => {
    const { changes, taken, errors, state } = create()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const name of names) await changes.add(listenerOf(uris(name)))
    state.failure = new Error('refused')
    await changes.add(listenerOf(uris('i')))
    taken()
    expect([errors, [...names, 'i'].filter((name) => changes.honours(name))]).toEqual([[state.failure], names])
  })

  test('is subscribed to anew at another connection', async () => {
    const { changes, taken, link } = create()
    await changes.add(listenerOf({ tools: true }))
    await changes.add(listenerOf({ prompts: true }))
    taken()
    const next = createUpstream()
    link.open = next.open
    await changes.update()
    expect([taken(), next.taken()]).toEqual([[], [['subscribe', { tools: true, prompts: true }]]])
  })

  test('is changed one after the other', async () => {
    const { changes, taken, state } = create()
    let goOn = () => {}
    state.wait = new Promise((resolve) => (goOn = resolve))
    const listener = listenerOf({ tools: true })
    void changes.add(listener)
    await settled()
    changes.delete(listener)
    await settled()
    expect(taken()).toEqual([['subscribe', { tools: true }]])
    goOn()
    await settled()
    expect(taken()).toEqual([['cancel', { tools: true }]])
  })
})

describe('a subscription', () => {
  test('brings its changes', async () => {
    const { changes, subscribed, noticed } = create()
    await changes.add(listenerOf({ tools: true }))
    subscribed[0]?.events.onChange({ type: 'tools' })
    expect(noticed).toEqual([{ type: 'tools' }])
  })

  test.each(['onLost', 'onEnd'] as const)('that the upstream ended may be made again: %s', async (event) => {
    const { changes, subscribed, taken, link } = create()
    await changes.add(listenerOf({ tools: true }))
    taken()
    subscribed[0]?.events[event]()
    expect([link.losses, taken()]).toEqual([1, []])
    await changes.update()
    expect(taken()).toEqual([['subscribe', { tools: true }]])
  })

  test('that fails is told, and made with the next update', async () => {
    const { changes, taken, state, errors } = create()
    const failure = new Error('refused')
    state.failure = failure
    await changes.add(listenerOf({ tools: true }))
    expect([errors, taken().length]).toEqual([[failure], 1])
    state.failure = undefined
    await changes.update()
    expect([errors.length, taken()]).toEqual([1, [['subscribe', { tools: true }]]])
  })

  test('says which resources the upstream announces', async () => {
    const { changes } = create()
    await changes.add(listenerOf({ tools: true }))
    await changes.add(listenerOf(uris('a')))
    expect([changes.honours('a'), changes.honours('b')]).toEqual([true, false])
  })
})
