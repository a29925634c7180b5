import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'

const run = () => ''
const forAnn = { visible: (caller: { readonly id: string } | undefined) => caller?.id === 'ann' }

/** A function that gives what a principal is listed, as names, with the hints. */
function lister(options: DefineOptions, method: string, member: string) {
  const { server } = defineServer({ ttlMs: 5, cacheScope: 'public', ...options })
  const list = async (id: string, params: object = {}) => {
    const { request, close } = await connectRaw(asPrincipal(server, id), { revision: '2026-07-28' })
    const { result, error } = await request(method, { ...params })
    close()
    if (error !== undefined) return error.message
    const items = result?.[member] as readonly { readonly name: string }[]
    return [items.map(({ name }) => name).join(), result?.['ttlMs'], result?.['cacheScope'], result?.['nextCursor']]
  }
  return { server, list }
}

describe('a list that is the same for all', () => {
  test('is as public as the server says', async () => {
    const { list } = lister({ tools: { a: tool({ run }), b: tool({ run }) } }, 'tools/list', 'tools')
    expect([await list('ann'), await list('bob')]).toEqual([
      ['a,b', 5, 'public', undefined],
      ['a,b', 5, 'public', undefined],
    ])
  })

  test('is another one after a change', async () => {
    const { server, list } = lister({ tools: { a: tool({ run }) } }, 'tools/list', 'tools')
    await list('ann')
    server.tools.set('b', tool({ ...forAnn, run }))
    expect([await list('ann'), await list('bob')]).toEqual([
      ['a,b', 5, 'private', undefined],
      ['a', 5, 'private', undefined],
    ])
  })
})

describe('a list that differs between callers', () => {
  const tools = { a: tool({ run }), b: tool({ ...forAnn, run }), c: tool({ run }) }

  test('is private, and each has its own, whoever asked before', async () => {
    const { list } = lister({ tools }, 'tools/list', 'tools')
    const seen = [await list('bob'), await list('ann'), await list('bob'), await list('ann')]
    expect(seen).toEqual(['a,c', 'a,b,c', 'a,c', 'a,b,c'].map((names) => [names, 5, 'private', undefined]))
  })

  test('has pages of what the caller sees', async () => {
    const { list } = lister({ tools, pageSize: 1 }, 'tools/list', 'tools')
    const first = await list('bob')
    const cursor = first[3]
    expect([first[0], cursor]).toEqual(['a', expect.any(String)])
    expect(await list('bob', { cursor })).toEqual(['c', 5, 'private', undefined])
    expect((await list('ann', { cursor }))[0]).toBe('b')
  })

  test('by its views alone is as public as the server says', async () => {
    const { list } = lister({ tools: { a: tool({ run, visibility: ['app'] }) } }, 'tools/list', 'tools')
    expect(await list('ann')).toEqual(['a', 5, 'public', undefined])
  })
})

test('a cursor that is too long to be kept is answered all the same', async () => {
  const { list } = lister({ tools: { a: tool({ run }) } }, 'tools/list', 'tools')
  const cursor = encodeURIComponent(`0:${'x'.repeat(3_000)}`)
  expect(await list('ann', { cursor })).toEqual(['a', 5, 'public', undefined])
  expect(await list('ann', { cursor: 'x'.repeat(3_000) })).toBe('Invalid cursor')
})

describe('a list that templates make', () => {
  const item = (name: string) => ({ uri: `c:${name}`, name })

  test('has what the caller may see', async () => {
    const resources = {
      open: resource({ uri: 'a:open', read: run }),
      fixed: resource({ uri: 'a:fixed', ...forAnn, read: run }),
      hidden: resource({ uri: 'h:{x}', ...forAnn, list: () => [item('hidden')], read: run }),
      plain: resource({ uri: 'c:{x}', list: () => [item('plain')], read: run }),
    }
    const { list } = lister({ resources }, 'resources/list', 'resources')
    expect(await list('ann')).toEqual(['open,fixed,hidden,plain', 5, 'private', undefined])
    expect(await list('bob')).toEqual(['open,plain', 5, 'private', undefined])
  })

  test('is no such list to a caller who sees none of the templates', async () => {
    const resources = {
      open: resource({ uri: 'a:open', read: run }),
      hidden: resource({ uri: 'h:{x}', ...forAnn, list: () => [item('hidden')], read: run }),
    }
    const { list } = lister({ resources }, 'resources/list', 'resources')
    expect(await list('bob')).toEqual(['open', 5, 'public', undefined])
  })

  test('gets one context for all of them', async () => {
    let made = 0
    const seen: unknown[] = []
    const listing = (name: string) =>
      resource({
        uri: `${name}:{x}`,
        list: (ctx) => {
          seen.push(ctx.app)
          return [item(name)]
        },
        read: run,
      })
    const context = () => {
      made += 1
      return `app ${made}`
    }
    const { list } = lister({ context, resources: { a: listing('a'), b: listing('b') } }, 'resources/list', 'resources')
    await list('ann')
    expect([made, seen]).toEqual([1, ['app 1', 'app 1']])
  })
})
