import { describe, expect, test } from 'vitest'
import { announcedChanges, isAnnounced } from './announced-changes.js'
import { ChangeStream } from './change-stream.js'
import { decodeChange } from './decode-change.js'
import type { Change } from './listening.js'
import { matchesFilter } from './matches-filter.js'

const nothing = { tools: false, prompts: false, resources: false, uris: false }

describe('a server announces', () => {
  test.each<[object, object]>([
    [{}, nothing],
    [{ tools: {}, prompts: {}, resources: {} }, nothing],
    [{ tools: { listChanged: true } }, { ...nothing, tools: true }],
    [{ prompts: { listChanged: true } }, { ...nothing, prompts: true }],
    [{ resources: { listChanged: true } }, { ...nothing, resources: true }],
    [{ resources: { subscribe: true } }, { ...nothing, uris: true }],
    [{ tools: { listChanged: 'yes' }, prompts: true, resources: null }, nothing],
    [{ tools: { subscribe: true }, prompts: { subscribe: true } }, nothing],
  ])('with the capabilities %j: %j', (capabilities, expected) => {
    expect(announcedChanges(capabilities as Record<string, unknown>)).toEqual(expected)
  })
})

describe('something of a filter is announced', () => {
  const names = ['tools', 'prompts', 'resources'] as const

  test.each(names)('where it has %s, and so has the server', (name) => {
    const announced = { ...nothing, [name]: true }
    const others = names.filter((one) => one !== name)
    expect([
      isAnnounced({ [name]: true }, announced),
      isAnnounced({ [name]: false }, announced),
      isAnnounced({}, announced),
      isAnnounced({ [name]: true }, nothing),
      isAnnounced(Object.fromEntries(others.map((other) => [other, true])), announced),
    ]).toEqual([true, false, false, false, false])
  })

  test('where it has resources by their URIs, and the server watches such', () => {
    const announced = { ...nothing, uris: true }
    expect([
      isAnnounced({ uris: ['a:b'] }, announced),
      isAnnounced({ uris: [] }, announced),
      isAnnounced({ uris: ['a:b'] }, nothing),
      isAnnounced({ resources: true }, announced),
    ]).toEqual([true, false, false, false])
  })
})

describe('a change', () => {
  test.each<[string, object | undefined, Change | undefined]>([
    ['notifications/tools/list_changed', undefined, { type: 'tools' }],
    ['notifications/prompts/list_changed', {}, { type: 'prompts' }],
    ['notifications/resources/list_changed', {}, { type: 'resources' }],
    ['notifications/resources/updated', { uri: 'a:b' }, { type: 'resource', uri: 'a:b' }],
    ['notifications/resources/updated', { uri: 7 }, undefined],
    ['notifications/resources/updated', undefined, undefined],
    ['notifications/roots/list_changed', {}, undefined],
  ])('is read from %s with %j', (method, params, expected) => {
    const message = { jsonrpc: '2.0' as const, method, ...(params !== undefined && { params: { ...params } }) }
    expect(decodeChange(message)).toEqual(expected)
  })

  test.each(['tools', 'prompts', 'resources'] as const)('of %s matches a filter that has these', (type) => {
    expect([
      matchesFilter({ [type]: true }, { type }),
      matchesFilter({ [type]: false }, { type }),
      matchesFilter({ uris: ['a:b'] }, { type }),
      matchesFilter(
        { tools: type !== 'tools', prompts: type !== 'prompts', resources: type !== 'resources' },
        { type },
      ),
    ]).toEqual([true, false, false, false])
  })

  test.each<[string, readonly string[] | undefined, boolean]>([
    ['a:b', ['a:b'], true],
    ['a:b', ['x:y', 'a:b'], true],
    ['a:b', [], false],
    ['a:b', undefined, false],
    ['a:b', ['a:b/c'], false],
    ['a:bc', ['a:b'], false],
    ['a:b/c', ['a:b'], true],
    ['a:b?c', ['a:b'], true],
    ['a:b#c', ['a:b'], true],
    ['a:b/c', ['a:b/'], true],
    ['a:b/', ['a:b/'], true],
    ['x:a:b', ['a:b'], false],
  ])('of the resource %s matches a filter for %j: %s', (uri, uris, expected) => {
    expect(matchesFilter({ uris, resources: true }, { type: 'resource', uri })).toBe(expected)
  })
})

describe('the stream of changes', () => {
  test('reaches all who listen, until they stop', () => {
    const stream = new ChangeStream()
    const received: string[] = []
    const stopFirst = stream.listen(({ type }) => received.push(`first ${type}`))
    stream.listen(({ type }) => {
      received.push(`second ${type}`)
      stopFirst()
    })
    stream.publish({ type: 'tools' })
    stream.publish({ type: 'prompts' })
    expect(received).toEqual(['first tools', 'second tools', 'second prompts'])
  })

  test('reaches who was there when a change came, though another leaves', () => {
    const stream = new ChangeStream()
    const received: string[] = []
    let stopSecond = () => {}
    stream.listen(() => stopSecond())
    stopSecond = stream.listen(({ type }) => received.push(type))
    stream.publish({ type: 'tools' })
    stream.publish({ type: 'prompts' })
    expect(received).toEqual(['tools'])
  })

  test('tells of a gap', () => {
    const stream = new ChangeStream()
    let gaps = 0
    stream.publishGap()
    stream.onGap(() => {
      gaps += 1
    })
    stream.publish({ type: 'tools' })
    expect(gaps).toBe(0)
    stream.publishGap()
    stream.publishGap()
    expect(gaps).toBe(2)
  })
})
