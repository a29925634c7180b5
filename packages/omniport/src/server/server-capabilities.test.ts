import { describe, expect, test } from 'vitest'
import { revisions } from '../protocol/revisions/revision.js'
import { type CapabilityTarget, type Features, serverCapabilities } from './server-capabilities.js'

const all: Features = {
  tools: true,
  prompts: true,
  resources: true,
  subscriptions: true,
  listChanged: { tools: true, prompts: true, resources: true },
  completions: true,
  experimental: { a: { b: 1 } },
  extensions: () => ({ 'com.example/a': {} }),
  tasks: true,
}
const nothing: Features = {
  tools: false,
  prompts: false,
  resources: false,
  subscriptions: false,
  listChanged: { tools: true, prompts: true, resources: true },
  completions: false,
  experimental: undefined,
  extensions: () => undefined,
  tasks: false,
}
const newest: CapabilityTarget = { revision: '2026-07-28', publishesChanges: true, listsTasks: true }
const changes = { listChanged: true }

describe('a server declares', () => {
  test('what it has', () => {
    expect(serverCapabilities(all, newest)).toEqual({
      logging: {},
      tools: changes,
      prompts: changes,
      resources: { listChanged: true, subscribe: true },
      completions: {},
      experimental: { a: { b: 1 } },
      extensions: { 'com.example/a': {} },
    })
    expect(serverCapabilities(nothing, newest)).toEqual({ logging: {} })
  })

  test.each(['tools', 'prompts', 'resources'] as const)('%s alone', (kind) => {
    expect(serverCapabilities({ ...nothing, [kind]: true }, newest)).toEqual({ logging: {}, [kind]: changes })
    const listChanged = { ...nothing.listChanged, [kind]: false }
    expect(serverCapabilities({ ...nothing, [kind]: true, listChanged }, newest)).toEqual({ logging: {}, [kind]: {} })
  })

  test('no changes where they reach nobody', () => {
    expect(serverCapabilities(all, { ...newest, publishesChanges: false })).toMatchObject({
      tools: {},
      prompts: {},
      resources: {},
    })
    const { tools, prompts, resources } = serverCapabilities(all, { ...newest, publishesChanges: false })
    expect([tools, prompts, resources]).toEqual([{}, {}, {}])
  })

  test('subscriptions apart from changes of the list', () => {
    const listChanged = { tools: true, prompts: true, resources: false }
    expect(serverCapabilities({ ...all, listChanged }, newest)['resources']).toEqual({ subscribe: true })
    expect(serverCapabilities({ ...all, subscriptions: false }, newest)['resources']).toEqual(changes)
  })

  test('completions since they have a name, and tasks where they are part of the protocol', () => {
    const has = (member: string) =>
      revisions.filter((revision) => member in serverCapabilities(all, { ...newest, revision }))
    expect(has('completions')).toEqual(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
    expect(has('tasks')).toEqual(['2025-11-25'])
  })

  test('that tasks can be listed where they can', () => {
    const tasks = (listsTasks: boolean) =>
      serverCapabilities(all, { ...newest, revision: '2025-11-25', listsTasks })['tasks']
    const others = { cancel: {}, requests: { tools: { call: {} } } }
    expect([tasks(true), tasks(false)]).toEqual([{ list: {}, ...others }, others])
  })
})
