import { describe, expect, test } from 'vitest'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { Upstream } from '../upstreams/upstream.js'
import { UpstreamNames } from '../upstreams/upstream-names.js'
import { showNames } from './shown-names.js'
import { UpstreamList } from './upstream-list.js'

interface Given extends Omit<UpstreamSettings, 'tools'> {
  /** Undefined: the list was not read. */
  readonly tools: readonly string[] | undefined
}

async function show(given: Readonly<Record<string, Given>>) {
  const lists = await Promise.all(
    Object.entries(given).map(async ([name, { tools, ...settings }]) => {
      const names = new UpstreamNames(name, { target: 'http://a/', ...settings })
      const upstream = { name, names } as Upstream
      if (tools === undefined) return { upstream, list: undefined }
      const items = tools.map(async (tool) => ({ name: await names.toClientName(tool), item: { name: tool } }))
      const all = await Promise.all(items)
      return { upstream, list: new UpstreamList('tools', all, { hints: undefined, isAnnounced: true }) }
    }),
  )
  const names = await showNames(lists)
  const shown = lists.flatMap(({ upstream, list }) =>
    (list?.items ?? []).map((named) => {
      const name = names.others.has(named) ? names.others.get(named) : named.name
      return `${upstream.name} ${String(named.item['name'])}: ${name ?? 'hidden'}`
    }),
  )
  const routeOf = (name: string) => {
    const route = names.routeOf(name)
    return route && `${route.upstream.name} ${route.name}`
  }
  const hidden = [...names.hidden()].map(([upstream, of]) => `${upstream.name}: ${of.join()}`)
  return { shown, routeOf, hidden }
}

const nameOf = (upstream: string, tool: string) =>
  new UpstreamNames(upstream, { target: 'http://a/' }).toOtherName(tool)

describe('the name of a definition', () => {
  test('is that of its settings, and leads to it', async () => {
    const { shown, routeOf, hidden } = await show({
      a: { tools: ['read'] },
      b: { prefix: '', tools: ['read'], rename: { read: 'look' } },
      c: { prefix: '', tools: ['read'] },
    })
    expect(shown).toEqual(['a read: a__read', 'b read: look', 'c read: read'])
    expect(['a__read', 'look', 'read', 'b__read'].map(routeOf)).toEqual(['a read', 'b read', 'c read', undefined])
    expect(hidden).toEqual([])
  })

  test('without a prefix stays with the first that has it, and the others have one with a hash', async () => {
    const { shown, routeOf } = await show({
      a: { prefix: '', tools: ['read', 'one'] },
      b: { prefix: '', tools: ['read', 'two'] },
    })
    const other = await nameOf('b', 'read')
    expect(shown).toEqual(['a read: read', 'a one: one', `b read: ${other}`, 'b two: two'])
    expect([routeOf('read'), routeOf(other)]).toEqual(['a read', 'b read'])
  })

  test('with a hash leads nowhere where it is not shown', async () => {
    const { routeOf } = await show({
      a: { prefix: '', tools: ['read', 'write'], rename: { write: 'put' } },
      b: { prefix: '', tools: ['read'] },
    })
    const names = [await nameOf('a', 'read'), await nameOf('a', 'write'), await nameOf('a', 'put')]
    expect(names.map(routeOf)).toEqual([undefined, undefined, undefined])
  })

  test('that a setting gives has no other definition', async () => {
    const { shown, hidden } = await show({
      a: { prefix: '', tools: ['look', 'see'] },
      b: { prefix: '', tools: ['read', 'look'], rename: { read: 'look' } },
      c: { tools: ['read'], rename: { read: 'see' } },
    })
    expect(shown).toEqual([
      `a look: ${await nameOf('a', 'look')}`,
      `a see: ${await nameOf('a', 'see')}`,
      'b read: look',
      'b look: hidden',
      'c read: see',
    ])
    expect(hidden).toEqual(['b: look'])
  })

  test('that two settings give stays with the first', async () => {
    const { shown } = await show({
      a: { tools: ['read'], rename: { read: 'look' } },
      b: { tools: ['read'], rename: { read: 'look' } },
    })
    expect(shown).toEqual(['a read: look', `b read: ${await nameOf('b', 'read')}`])
  })
})

describe('a name with the prefix of another upstream', () => {
  test.each<[string, readonly string[] | undefined]>([
    ['which has it', ['read']],
    ['which lists others', ['write']],
    ['whose list was not read', undefined],
  ])('is hidden: one %s', async (_which, tools) => {
    const hashed = await new UpstreamNames('files', { target: 'http://a/' }).toClientName('a.b')
    const evil = ['files__read', 'files__', hashed, 'files_read', 'other__read']
    const { shown, routeOf, hidden } = await show({ evil: { prefix: '', tools: evil }, files: { tools } })
    expect(shown.slice(0, 5)).toEqual([
      'evil files__read: hidden',
      'evil files__: hidden',
      `evil ${hashed}: hidden`,
      'evil files_read: files_read',
      'evil other__read: other__read',
    ])
    expect([routeOf(hashed), routeOf(await nameOf('evil', 'files__read'))]).toEqual([undefined, undefined])
    expect(hidden).toEqual([`evil: files__read,files__,${hashed}`])
  })

  test('is hidden also where only its form with a hash has that', async () => {
    const { shown } = await show({
      a: { prefix: '', tools: ['files._x'] },
      b: { prefix: '', tools: ['files._x'] },
      files: { tools: [] },
    })
    expect(shown).toEqual(['a files._x: files._x', 'b files._x: hidden'])
  })

  test('can be given by a setting', async () => {
    const { shown, routeOf } = await show({
      evil: { prefix: '', tools: ['files__read'], rename: { files__read: 'read' } },
      files: { tools: ['read'] },
    })
    expect(shown).toEqual(['evil files__read: read', 'files read: files__read'])
    expect([routeOf('read'), routeOf('files__read')]).toEqual(['evil files__read', 'files read'])
  })
})

describe('a name that looks like one with a hash', () => {
  test('is kept where nobody has it', async () => {
    const { shown } = await show({ a: { prefix: '', tools: ['x_0123456789'] }, b: { prefix: '', tools: ['y'] } })
    expect(shown).toEqual(['a x_0123456789: x_0123456789', 'b y: y'])
  })

  test('does not take the one that a definition got, whichever upstream is first', async () => {
    const other = await nameOf('c', 'read')
    const evil = { prefix: '', tools: ['read', other] }
    const { shown, routeOf } = await show({ evil, c: { prefix: '', tools: ['read'] } })
    expect(shown).toEqual(['evil read: read', `evil ${other}: ${await nameOf('evil', other)}`, `c read: ${other}`])
    expect([routeOf(other), routeOf(await nameOf('evil', other))]).toEqual(['c read', `evil ${other}`])
  })
})
