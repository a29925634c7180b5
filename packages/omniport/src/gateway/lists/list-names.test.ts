import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { Upstream } from '../upstreams/upstream.js'
import { UpstreamNames } from '../upstreams/upstream-names.js'
import { ListNames } from './list-names.js'
import { UpstreamList } from './upstream-list.js'

function create(name: string, prefix: string) {
  const upstream = { name, names: new UpstreamNames(name, { target: 'http://a/', prefix }) } as Upstream
  const listOf = (...tools: readonly string[]) => {
    const items = tools.map((tool) => ({ name: prefix === '' ? tool : `${prefix}__${tool}`, item: { name: tool } }))
    return { upstream, list: new UpstreamList('tools', items, { hints: undefined, isAnnounced: true }) }
  }
  return { upstream, listOf }
}

test('the names of the same lists are decided once', async () => {
  const names = new ListNames(createRecordingLogger())
  const [a, b] = [create('a', '').listOf('read'), create('b', '')]
  const lists = [a, b.listOf('read')]
  const first = await names.of(lists)
  expect(names.of([...lists])).toBe(first)
  expect(names.of([a, b.listOf('write')])).not.toBe(first)
  expect(names.of([a, { upstream: create('c', '').upstream, list: lists[1]?.list }])).not.toBe(first)
  expect(names.of([a])).not.toBe(first)
  expect((await names.of([{ upstream: b.upstream, list: undefined }])).routeOf('read')).toBeUndefined()
})

test('one log message of an upstream names what is not offered', async () => {
  const logger = createRecordingLogger()
  const names = new ListNames(logger)
  const evil = create('evil', '')
  const files = create('files', 'files').listOf()
  await names.of([evil.listOf(...Array.from({ length: 12 }, (_, at) => `files__${at}`)), files])
  await names.of([evil.listOf('files__\n'), files])
  const [first] = logger.warnings
  expect(logger.warnings).toEqual([first])
  expect(first).toBe(
    'Upstream evil: not offered, since other definitions have these names: files__0, files__1, files__2, files__3, files__4, files__5, files__6, files__7, files__8, files__9, 2 more. Give them others with the setting rename',
  )
})
