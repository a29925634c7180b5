import { describe, expect, test } from 'vitest'
import type { HostTool } from '../catalogue/host-tool.js'
import { comparePins } from './compare-pins.js'
import { hostTool } from './fixtures/host-tool.js'
import { ServerView, toTool } from './server-view.js'

const finding = { kind: 'links', path: '/description', text: 'odd' } as const

/** A view that finds each tool suspicious whose description says `odd`. */
function createView() {
  const view = new ServerView('notes', ({ description }) => (description === 'odd' ? [finding] : []))
  const record = (tools: readonly HostTool[], pinned: readonly HostTool[], isBlocking = true, isFirst = false) => {
    const pins = new Map(pinned.map(({ tool, definition }) => [tool, { definition }]))
    return view.record({ compared: comparePins(tools, pins), isFirst, isBlocking })
  }
  return { view, record }
}

const [a1, a2, b1, b2] = [hostTool('a', '1'), hostTool('a', '2'), hostTool('b', '1'), hostTool('b', '2')]

describe('a listing', () => {
  test('that is the first has no changes, though all of it is new', () => {
    const { record } = createView()
    expect(record([a1, b1], [], true, true)).toEqual({ allowed: [a1, b1], blocked: [], changes: [], suspicious: [] })
  })

  test('allows what is pinned, and blocks what differs or has a name twice', () => {
    const { record } = createView()
    const { allowed, blocked } = record([a2, b1, b2], [a1, b1])
    expect([allowed, blocked]).toEqual([[b1], [a2, b2]])
  })

  test('allows what differs, where changes are not blocked', () => {
    const { view, record } = createView()
    record([a1], [], false, true)
    const { allowed, blocked, changes } = record([a2], [a1], false)
    expect([allowed, blocked, view.blocked.size]).toEqual([[a2], [], 0])
    expect(changes).toMatchObject([{ change: 'changed', isBlocked: false, before: { description: '1' } }])
    expect(record([a1], [a2], false).changes).toMatchObject([{ before: { description: '2' } }])
  })

  test('tells what is suspicious of what is new, and only of that', () => {
    const { record } = createView()
    const [odd, other] = [hostTool('a', 'odd'), hostTool('b', 'odd')]
    expect(record([odd, other, hostTool('c')], [other]).suspicious).toEqual([{ tool: odd, findings: [finding] }])
  })
})

describe('a change', () => {
  test('of a tool that is new has no tool before it', () => {
    const { record } = createView()
    record([a1], [], true, true)
    expect(record([a1, hostTool('b', 'odd')], [a1]).changes).toEqual([
      {
        change: 'new',
        server: 'notes',
        tool: 'b',
        definition: 'digest of odd',
        before: undefined,
        after: { name: 'b', description: 'odd', inputSchema: { type: 'object' } },
        isBlocked: false,
        findings: [finding],
      },
    ])
  })

  test('of a tool that was removed is told once, until it is there again', () => {
    const { record } = createView()
    record([a1], [], true, true)
    const removal = {
      change: 'removed',
      server: 'notes',
      tool: 'a',
      before: toTool(a1),
      isBlocked: false,
      findings: [],
    }
    expect(record([], [a1]).changes).toEqual([removal])
    expect(record([], [a1]).changes).toEqual([])
    expect(record([a1], [a1]).changes).toEqual([])
    expect(record([], [a1]).changes).toEqual([removal])
  })

  test('that is blocked is told once for each definition, with what is pinned before it', () => {
    const { view, record } = createView()
    record([a1], [], true, true)
    const { changes } = record([a2], [a1])
    expect(changes).toMatchObject([
      { change: 'changed', tool: 'a', before: toTool(a1), after: toTool(a2), isBlocked: true },
    ])
    expect([...view.blocked]).toEqual([['a', changes[0]]])
    expect([view.isReported(a2), view.isReported(a1), view.isReported(b1)]).toEqual([true, false, false])
    expect(record([a2], [a1]).changes).toEqual([])
    expect([...view.blocked]).toEqual([['a', changes[0]]])
    expect(record([hostTool('a', '3')], [a1]).changes).toMatchObject([{ before: toTool(a1) }])
  })

  test('that is taken back is blocked no more', () => {
    const { view, record } = createView()
    record([a2], [a1])
    record([a1], [a1])
    expect([view.blocked.size, view.isReported(a2)]).toEqual([0, false])
  })
})

describe('the difference between a tool and its pin', () => {
  test('is a change, a new tool, a removal or nothing', () => {
    const { view, record } = createView()
    record([a1, b1], [], true, true)
    record([a2, b1], [a1, b1])
    expect(view.differenceOf('a', a1)).toMatchObject({ change: 'changed', before: toTool(a1), after: toTool(a2) })
    expect(view.differenceOf('a', undefined)).toMatchObject({ change: 'new', before: undefined, after: toTool(a2) })
    expect(view.differenceOf('b', b1)).toBeUndefined()
    expect(view.differenceOf('c', b1)).toMatchObject({ change: 'removed', tool: 'c', before: undefined })
    expect(view.differenceOf('c', undefined)).toBeUndefined()
  })

  test('is a removal of all that is pinned, once the listing is forgotten', () => {
    const { view, record } = createView()
    record([a1], [], true, true)
    record([a2], [a1])
    expect(view.current('a')).toBe(a2)
    view.forgetListing()
    expect([view.current('a'), view.blocked.size]).toEqual([undefined, 0])
    expect(view.differenceOf('a', a1)).toMatchObject({ change: 'removed', before: toTool(a1) })
  })
})

test('a tool that is approved is blocked no more, and is what later changes differ from', () => {
  const { view, record } = createView()
  record([a1, b1], [], true, true)
  record([a2, b2], [a1, b1])
  view.recordApprovals(['a'])
  expect([...view.blocked.keys()]).toEqual(['b'])
  expect(record([hostTool('a', '3'), b2], [a2, b1]).changes).toMatchObject([{ tool: 'a', before: toTool(a2) }])
})

test('tools are approved at once, also those that are gone', () => {
  const { view, record } = createView()
  const [c1, c2, c3] = [hostTool('c', '1'), hostTool('c', '2'), hostTool('c', '3')]
  record([a1, b1, c1], [], true, true)
  record([a2, c2], [a1, b1, c1])
  view.recordApprovals(['c', 'b', 'a'])
  expect(view.blocked.size).toBe(0)
  expect(record([hostTool('a', '3'), b2, c3], [a2, b1, c2]).changes).toMatchObject([
    { tool: 'a', before: toTool(a2) },
    { tool: 'b', before: undefined },
    { tool: 'c', before: toTool(c2) },
  ])
})

test('nothing is approved where nothing is named', () => {
  const { view, record } = createView()
  record([a1], [], true, true)
  record([a2], [a1])
  view.recordApprovals([])
  expect([...view.blocked.keys()]).toEqual(['a'])
})
