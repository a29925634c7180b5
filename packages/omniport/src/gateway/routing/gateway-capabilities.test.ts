import { describe, expect, test } from 'vitest'
import type { Handshake } from '../../client/connect/active-connection.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { type CapabilityOptions, gatewayCapabilities } from './gateway-capabilities.js'

const tasksExtension = 'io.modelcontextprotocol/tasks'

function upstream(capabilities: Readonly<Record<string, unknown>>, revision: Revision = '2025-11-25'): Handshake {
  return { revision, server: { name: 'a', version: '1' }, capabilities }
}

function together(handshakes: readonly (Handshake | undefined)[], more: Partial<CapabilityOptions> = {}) {
  return gatewayCapabilities({
    ...{ revision: '2025-11-25', publishesChanges: true, listsTasks: true, handshakes },
    ...more,
  })
}

test('no upstream has nothing', () => {
  expect(together([])).toEqual({})
})

describe('features', () => {
  test('are those that any upstream has', () => {
    expect(
      together([upstream({ tools: {} }), upstream({ prompts: {}, logging: {} }), upstream({ resources: {} })]),
    ).toEqual({ logging: {}, tools: {}, prompts: {}, resources: {} })
  })

  test.each([[true], ['yes'], [null], [[]]])('a capability that is %j is none', (value) => {
    const all = { logging: value, tools: value, prompts: value, resources: value, completions: value, tasks: value }
    expect(together([upstream({ ...all, experimental: value, extensions: value })])).toEqual({})
  })

  test('of one that is not known yet are all', () => {
    expect(together([undefined])).toEqual({
      logging: {},
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
    })
  })
})

describe('changes', () => {
  const all = upstream({
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
  })

  test('are announced where an upstream does', () => {
    expect(together([upstream({ tools: {} }), all])).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    })
  })

  test('are not where the client cannot get them', () => {
    expect(together([all], { publishesChanges: false })).toEqual({ tools: {}, prompts: {}, resources: {} })
  })

  test('are not where an upstream says anything but true', () => {
    const given = { tools: { listChanged: 'true' }, prompts: { listChanged: false }, resources: { subscribe: 1 } }
    expect(together([upstream(given)])).toEqual({ tools: {}, prompts: {}, resources: {} })
  })

  test('each list has its own', () => {
    expect(together([upstream({ tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } })])).toEqual(
      {
        tools: { listChanged: true },
        prompts: {},
        resources: { subscribe: true },
      },
    )
  })
})

describe('completions', () => {
  test('are there where an upstream declares them', () => {
    expect(together([upstream({}), upstream({ completions: {} })])).toEqual({ completions: {} })
    expect(together([upstream({})])).toEqual({})
  })

  test('may be there where the upstream had no name for them', () => {
    expect(together([upstream({}, '2024-11-05')])).toEqual({ completions: {} })
  })

  test('are not declared to a client that has no name for them', () => {
    expect(together([upstream({ completions: {} })], { revision: '2024-11-05' })).toEqual({})
  })
})

test('of several settings under one experimental name the first count', () => {
  const upstreams = [upstream({ experimental: { a: { b: 1 } } }), upstream({ experimental: { a: { b: 2 }, c: {} } })]
  expect(together([...upstreams, undefined])['experimental']).toEqual({ a: { b: 1 }, c: {} })
})

describe('extensions', () => {
  const extended = upstream({ extensions: { 'a/b': { c: 1 }, [tasksExtension]: {} } }, '2026-07-28')
  const core = upstream({ tasks: { requests: { tools: { call: {} } } } })

  test('pass, but for tasks in an era that has them in its core', () => {
    expect(together([extended])['extensions']).toEqual({ 'a/b': { c: 1 } })
    expect(together([upstream({ extensions: { [tasksExtension]: {} } }, '2026-07-28')])['extensions']).toBeUndefined()
    expect(together([upstream({})])['extensions']).toBeUndefined()
  })

  test('pass as they are in the era of the extension', () => {
    expect(together([extended], { revision: '2026-07-28' })['extensions']).toEqual({
      'a/b': { c: 1 },
      [tasksExtension]: {},
    })
    expect(together([upstream({})], { revision: '2026-07-28' })['extensions']).toBeUndefined()
  })

  test('have tasks where an upstream has them in its core', () => {
    expect(together([core], { revision: '2026-07-28' })).toEqual({ extensions: { [tasksExtension]: {} } })
    expect(together([upstream({ tasks: {} })], { revision: '2026-07-28' })).toEqual({})
  })

  test('settings of an upstream for tasks come before', () => {
    const given = upstream({ extensions: { [tasksExtension]: { a: 1 } } }, '2026-07-28')
    expect(together([core, given], { revision: '2026-07-28' })['extensions']).toEqual({ [tasksExtension]: { a: 1 } })
  })
})

describe('tasks of 2025-11-25', () => {
  const extended = upstream({ extensions: { [tasksExtension]: {} } }, '2026-07-28')

  test('are those of the upstreams together, the first before', () => {
    const upstreams = [upstream({ tasks: { cancel: { a: 1 } } }), upstream({ tasks: { cancel: { a: 2 }, list: {} } })]
    expect(together([undefined, upstream({}), ...upstreams])['tasks']).toEqual({ cancel: { a: 1 }, list: {} })
  })

  test('are all where an upstream has the extension', () => {
    expect(together([extended])).toEqual({
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    })
  })

  test('cannot be listed where they would be those of others', () => {
    expect(together([extended], { listsTasks: false })['tasks']).toEqual({
      cancel: {},
      requests: { tools: { call: {} } },
    })
  })

  test('are not there for clients of other revisions', () => {
    const upstreams = [upstream({ tasks: { cancel: {} } }), extended]
    expect(together(upstreams, { revision: '2025-06-18' })).toEqual({})
  })

  test('an extension that is no object, or of another revision, is none', () => {
    expect(together([upstream({ extensions: { [tasksExtension]: true } }, '2026-07-28')])['tasks']).toBeUndefined()
    expect(together([upstream({ extensions: { [tasksExtension]: {} } }, '2025-06-18')])['tasks']).toBeUndefined()
  })
})
