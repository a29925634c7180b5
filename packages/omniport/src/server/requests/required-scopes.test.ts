import { describe, expect, test } from 'vitest'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'

const run = () => ''
const principal = { id: 'ann', scopes: [], claims: {} }

function lookup(options: DefineOptions) {
  const { environment } = defineServer(options).server
  const scopesOf = (method: string, params?: RpcParams) =>
    environment.scopesOf?.({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) }, principal)
  return { scopesOf, hasScopes: () => environment.hasScopes?.(), prepare: () => environment.prepareScopes?.() }
}

const all: DefineOptions = {
  tools: {
    free: tool({ run }),
    empty: tool({ scopes: [], run }),
    write: tool({ scopes: ['notes:write', 'notes:read'], run }),
    hidden: tool({ scopes: ['secret'], visible: () => false, run }),
  },
  prompts: { ask: prompt({ scopes: ['prompts'], get: run }) },
  resources: {
    note: resource({ uri: 'note:{id}', scopes: ['notes:read'], read: run }),
    open: resource({ uri: 'open:a', read: run }),
    hidden: resource({ uri: 'hidden:a', scopes: ['secret'], visible: () => false, read: run }),
  },
  limits: { subscriptions: 2 },
}

describe('the scopes of a request', () => {
  test.each<[string, RpcParams | undefined, readonly string[]]>([
    ['tools/call', { name: 'write' }, ['notes:write', 'notes:read']],
    ['tools/call', { name: 'free' }, []],
    ['tools/call', { name: 'empty' }, []],
    ['tools/call', { name: 'hidden' }, []],
    ['tools/call', { name: 'nope' }, []],
    ['tools/call', undefined, []],
    ['tools/list', undefined, []],
    ['prompts/get', { name: 'ask' }, ['prompts']],
    ['resources/read', { uri: 'note:1' }, ['notes:read']],
    ['resources/read', { uri: 'open:a' }, []],
    ['resources/read', { uri: 'hidden:a' }, []],
    [
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: ['note:1', 'note:2'] } },
      ['notes:read', 'notes:read'],
    ],
    [
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: ['open:a', 1, 'note:1'].slice(1) } },
      ['notes:read'],
    ],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: ['note:1', 'note:2', 'note:3'] } }, []],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: 'note:1' } }, []],
    ['subscriptions/listen', { notifications: 'note:1' }, []],
    ['subscriptions/listen', undefined, []],
  ])('%s with %j are %j', async (method, params, scopes) => {
    const { scopesOf, prepare } = lookup(all)
    await prepare()
    expect(scopesOf(method, params)).toEqual(scopes)
  })

  test('that subscribes are none where no resource takes any', async () => {
    const { scopesOf, prepare } = lookup({ resources: { open: resource({ uri: 'open:a', read: run }) } })
    await prepare()
    expect(scopesOf('subscriptions/listen', { notifications: { resourceSubscriptions: ['open:a'] } })).toEqual([])
  })
})

describe('a server takes scopes', () => {
  test.each<[string, DefineOptions, boolean]>([
    ['where a tool does', { tools: { a: tool({ run }), b: tool({ scopes: ['x'], run }) } }, true],
    ['where a prompt does', { prompts: { a: prompt({ scopes: ['x'], get: run }) } }, true],
    ['where a resource does', { resources: { a: resource({ uri: 'a:b', scopes: ['x'], read: run }) } }, true],
    ['but not for empty lists of them', { tools: { a: tool({ scopes: [], run }) } }, false],
    ['but not without definitions', {}, false],
  ])('%s', (_name, options, expected) => {
    expect(lookup(options).hasScopes()).toBe(expected)
  })
})
