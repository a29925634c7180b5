import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'

const cities = ['Rio', 'Los Osos', 'OSLO', 'Moskva']
const many = Array.from({ length: 250 }, (_, index) => `item ${index}`)
/** Those that have an m and a 1 after it: in all of them, no word starts with "m1". */
const manyWith1 = many.filter((value) => value.includes('1'))
const units = vi.fn((typed: string, ctx: { readonly arguments: Readonly<Record<string, string>> }) => [
  typed,
  ctx.arguments['city'] ?? '',
  'z',
  'a',
])

const options: DefineOptions = {
  prompts: {
    p: prompt({
      arguments: z.object({
        lang: z.enum(['ts', 'py', 'rust']),
        free: z.string(),
        many: z.string(),
        constructor: z.string().optional(),
      }),
      complete: { many: async () => many } as never, // `constructor` of every object is of another type
      get: () => '',
    }),
    list: prompt({ arguments: z.object({ city: z.string() }), complete: { city: cities }, get: () => '' }),
    bad: prompt({ arguments: z.object({ a: z.string() }), complete: { a: () => undefined as never }, get: () => '' }),
    listed: prompt({ arguments: z.object({ many: z.string() }), complete: { many }, get: () => '' }),
    nothing: prompt({ get: () => '' }),
  },
  resources: {
    w: resource({ uri: 'w:{city}/{unit}{?q}', complete: { city: cities, unit: units }, read: () => '' }),
    fixed: resource({ uri: 'w:fixed', read: () => '' }),
  },
}

const ofPrompt = (name: string) => ({ type: 'ref/prompt', name })
const ofTemplate = (uri: string) => ({ type: 'ref/resource', uri })
const template = ofTemplate('w:{city}/{unit}{?q}')
const all = (values: readonly string[]) => ({ completion: { values, total: values.length, hasMore: false } })

async function connect(revision: (typeof revisions)[number] = '2025-11-25', given = options) {
  const { server, logger } = defineServer(given)
  const connection = await connectRaw(server, { revision })
  const complete = async (ref: object, name: string, value: string, context?: object) => {
    const { result, error } = await connection.request('completion/complete', {
      ref,
      argument: { name, value },
      context,
    })
    return result ?? error
  }
  return { complete, logger, ...connection }
}

describe('suggestions', () => {
  test.each([
    ['of the choices of a schema', ofPrompt('p'), 'lang', 't', all(['ts', 'rust'])],
    ['of a plain list, ranked', ofPrompt('list'), 'city', 'os', all(['OSLO', 'Los Osos', 'Moskva'])],
    ['of a plain list for a variable', template, 'city', 'r', all(['Rio'])],
    ['of nothing, where nothing is known', ofPrompt('p'), 'free', 'x', all([])],
    ['of nothing, where the name is that of a prototype', ofPrompt('p'), 'constructor', '', all([])],
    ['of nothing, for a variable', template, 'q', 'x', all([])],
    [
      'of which a hundred are sent',
      ofPrompt('p'),
      'many',
      '',
      { completion: { values: many.slice(0, 100), total: 250, hasMore: true } },
    ],
  ])('%s', async (_name, ref, name, value, expected) => {
    const { complete, close } = await connect()
    expect(await complete(ref, name, value)).toEqual(expected)
    close()
  })

  test('of a function keep its order, and it is told what is known already', async () => {
    const { complete, close } = await connect()
    const context = { arguments: { city: 'Oslo', toString: 'own' } }
    expect(await complete(template, 'unit', 'C', context)).toEqual(all(['C', 'Oslo', 'z', 'a']))
    expect(await complete(template, 'unit', 'C')).toEqual(all(['C', '', 'z', 'a']))
    expect(units.mock.calls.map(([, ctx]) => ctx.arguments)).toEqual([context.arguments, {}])
    close()
  })

  test.each(revisions)('of plain lists are ranked, and at most a hundred are sent, at %s', async (revision) => {
    verifies('COMP-04', 'COMP-06')
    const { complete, close } = await connect(revision)
    expect(await complete(ofPrompt('p'), 'lang', 'rt')).toMatchObject(all(['rust']))
    expect(await complete(ofPrompt('list'), 'city', 'os')).toMatchObject(all(['OSLO', 'Los Osos', 'Moskva']))
    expect(await complete(template, 'city', 'OO')).toMatchObject(all(['Los Osos', 'OSLO']))
    expect(await complete(ofPrompt('listed'), 'many', 'M1')).toMatchObject({
      completion: { values: manyWith1.slice(0, 100), total: manyWith1.length, hasMore: true },
    })
    close()
  })
})

describe('a completion is refused', () => {
  test.each([
    ['an unknown prompt', ofPrompt('nope'), 'a', 'Unknown prompt: nope'],
    ['a name of a prototype', ofPrompt('constructor'), 'a', 'Unknown prompt: constructor'],
    ['a long name, cut', ofPrompt('n'.repeat(200)), 'a', `Unknown prompt: ${'n'.repeat(128)}…`],
    ['an unknown template', ofTemplate('w:{x}'), 'x', 'Unknown resource template: w:{x}'],
    ['a fixed resource', ofTemplate('w:fixed'), 'x', 'Unknown resource template: w:fixed'],
    ['an unknown argument', ofPrompt('p'), 'nope', 'p has no argument "nope"'],
    ['an argument with the name of a prototype', ofPrompt('p'), 'toString', 'p has no argument "toString"'],
    ['an unknown variable', template, 'x', 'w has no argument "x"'],
    ['any argument of a prompt without', ofPrompt('nothing'), 'a', 'nothing has no argument "a"'],
  ])('for %s', async (_name, ref, name, message) => {
    verifies('COMP-06', 'COMP-08')
    const { complete, close } = await connect()
    expect(await complete(ref, name, '')).toEqual({ code: -32602, message })
    close()
  })

  test('that gives no list is an internal error', async () => {
    verifies('COMP-08')
    const { complete, logger, close } = await connect()
    expect(await complete(ofPrompt('bad'), 'a', '')).toEqual({ code: -32603, message: 'internal error 10111213' })
    expect(logger.errors.length).toBe(1)
    close()
  })

  test('where nothing can be completed', async () => {
    const { complete, close } = await connect('2026-07-28', { prompts: { nothing: prompt({ get: () => '' }) } })
    const message = 'Method not found: completion/complete'
    expect(await complete(ofPrompt('nothing'), 'a', '')).toEqual({ code: -32601, message })
    close()
  })
})
