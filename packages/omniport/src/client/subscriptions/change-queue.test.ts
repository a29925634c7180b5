import { describe, expect, test } from 'vitest'
import { announcedChanges, isAnnounced } from './announced-changes.js'
import { ChangeQueue } from './change-queue.js'
import { decodeChange } from './decode-change.js'
import { matchesFilter } from './matches-filter.js'

const [tools, prompts] = [{ type: 'tools' }, { type: 'prompts' }] as const
const resource = (uri: string) => ({ type: 'resource', uri }) as const
const done = { done: true, value: undefined }
const value = (change: object) => ({ done: false, value: change })

describe('a queue of changes', () => {
  test('gives each once, equal ones as one, in the order in which they first came', async () => {
    const queue = new ChangeQueue(10)
    for (const change of [tools, resource('a'), tools, resource('b'), resource('a')]) queue.push(change)
    expect([await queue.next(), await queue.next(), await queue.next()]).toEqual([
      value(tools),
      value(resource('a')),
      value(resource('b')),
    ])
    queue.push(tools)
    expect(await queue.next()).toEqual(value(tools))
  })

  test('gives changes to those who wait, in their order', async () => {
    const queue = new ChangeQueue(1)
    const waiting = [queue.next(), queue.next()]
    queue.push(tools)
    queue.push(prompts)
    expect(await Promise.all(waiting)).toEqual([value(tools), value(prompts)])
  })

  test('ends after what it holds, and takes nothing more', async () => {
    const queue = new ChangeQueue(10)
    queue.push(tools)
    expect(queue.ended).toBe(false)
    queue.end()
    queue.push(prompts)
    expect(queue.ended).toBe(true)
    expect([await queue.next(), await queue.next()]).toEqual([value(tools), done])
  })

  test('fails once, after what it holds, with the first reason', async () => {
    const queue = new ChangeQueue(10)
    queue.push(tools)
    queue.end(new Error('broken'))
    queue.end(new Error('again'))
    expect(await queue.next()).toEqual(value(tools))
    await expect(queue.next()).rejects.toThrow('broken')
    expect(await queue.next()).toEqual(done)
  })

  test('fails for the first who waits, and has ended for the others', async () => {
    const queue = new ChangeQueue(10)
    const waiting = [queue.next(), queue.next()]
    queue.end(new Error('broken'))
    await expect(waiting[0]).rejects.toThrow('broken')
    expect([await waiting[1], await queue.next()]).toEqual([done, done])
  })

  test('that holds too many fails, since its reader would miss some', async () => {
    const queue = new ChangeQueue(2)
    for (const uri of ['a', 'b', 'b']) queue.push(resource(uri))
    expect(queue.ended).toBe(false)
    queue.push(resource('c'))
    expect(queue.ended).toBe(true)
    for (let at = 0; at < 3; at += 1) await queue.next()
    const limit = { code: 'limit', message: 'More than 2 different changes wait to be read' }
    await expect(queue.next()).rejects.toMatchObject(limit)
  })

  test('that is closed holds nothing, and does not fail', async () => {
    const queue = new ChangeQueue(10)
    queue.push(tools)
    queue.end(new Error('broken'))
    queue.close()
    expect(await queue.next()).toEqual(done)
    const waited = new ChangeQueue(10)
    const waiting = waited.next()
    waited.close()
    expect(await waiting).toEqual(done)
  })
})

test.each([
  ['notifications/tools/list_changed', undefined, tools],
  ['notifications/prompts/list_changed', {}, prompts],
  ['notifications/resources/list_changed', {}, { type: 'resources' }],
  ['notifications/resources/updated', { uri: 'a:b' }, resource('a:b')],
  ['notifications/resources/updated', { uri: 5 }, undefined],
  ['notifications/resources/updated', undefined, undefined],
  ['notifications/roots/list_changed', {}, undefined],
])('%s with %j is about %j', (method, params, change) => {
  expect(decodeChange({ jsonrpc: '2.0', method, ...(params && { params }) })).toEqual(change)
})

test.each([
  [{ tools: true }, tools, true],
  [{ tools: false }, tools, false],
  [{ prompts: true }, tools, false],
  [{}, resource('a:b'), false],
  [{ resources: true }, resource('a:b'), false],
  [{ uris: ['a:c', 'a:b'] }, resource('a:b'), true],
  [{ uris: ['a:b'] }, resource('a:bc'), false],
  [{ uris: ['a:b'] }, resource('a:b/c'), true],
  [{ uris: ['a:b'] }, resource('a:b?c'), true],
  [{ uris: ['a:b'] }, resource('a:b#c'), true],
  [{ uris: ['a:b/'] }, resource('a:b/c'), true],
  [{ uris: ['a:b/c'] }, resource('a:b'), false],
] as const)('the filter %j takes %j: %s', (filter, change, isTaken) => {
  expect(matchesFilter(filter, change)).toBe(isTaken)
})

describe('what a server announces', () => {
  const silent = { tools: false, prompts: false, resources: false, uris: false }

  test.each([
    [{}, silent],
    [{ tools: { listChanged: true } }, { ...silent, tools: true }],
    [{ prompts: { listChanged: true } }, { ...silent, prompts: true }],
    [{ resources: { listChanged: true } }, { ...silent, resources: true }],
    [{ resources: { subscribe: true } }, { ...silent, uris: true }],
    [{ tools: { listChanged: 'yes' }, prompts: {}, resources: true }, silent],
  ])('is in its capabilities: %j', (capabilities, announced) => {
    expect(announcedChanges(capabilities)).toEqual(announced)
  })

  test.each([
    [{ tools: true }, { tools: true }, true],
    [{ tools: true }, { prompts: true, resources: true, uris: true }, false],
    [{ prompts: true }, { prompts: true }, true],
    [{ prompts: true }, { tools: true }, false],
    [{ resources: true }, { resources: true }, true],
    [{ resources: true }, { uris: true }, false],
    [{ uris: ['a:b'] }, { uris: true }, true],
    [{ uris: ['a:b'] }, { resources: true }, false],
    [{ uris: [] }, { uris: true }, false],
    [{ tools: false }, { tools: true }, false],
    [{}, { tools: true }, false],
  ])('is compared with the filter %j: %j', (filter, announced, isSome) => {
    expect(isAnnounced(filter, { ...silent, ...announced })).toBe(isSome)
  })
})
