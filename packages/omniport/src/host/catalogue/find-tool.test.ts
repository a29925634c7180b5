import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { Tool } from '../../protocol/model/tool.js'
import { Catalogue } from './catalogue.js'
import { appToolLookup, findAppOwner, findTool, modelToolLookup } from './find-tool.js'
import { ServerCatalogue } from './server-catalogue.js'

const visibleTo = (...visibility: readonly string[]): Partial<Tool> => ({ _meta: { ui: { visibility } } })
const tool = (name: string, more: Partial<Tool> = {}): Tool => ({ name, inputSchema: { type: 'object' }, ...more })

/** A server with a tool for all, for models and for apps, of which these are blocked. */
async function catalogueWith(...blocked: readonly string[]): Promise<Catalogue> {
  const tools = [tool('show'), tool('ask', visibleTo('model')), tool('set', visibleTo('app'))]
  const catalogue = new Catalogue(['a'])
  const { tools: listed } = await new ServerCatalogue({ server: 'a' }).read(tools)
  catalogue.replace(
    'a',
    listed.map((one) => ({ ...one, isBlocked: blocked.includes(one.tool.tool) })),
  )
  return catalogue
}

const pinned = 'its pin denies it, since its definition is not the pinned one; see changedTools'

describe('a tool that a model calls', () => {
  test('is found if it is for models', async () => {
    const catalogue = await catalogueWith()
    const lookup = modelToolLookup('a__show', catalogue)
    expect([lookup.find().tool, lookup.current()?.tool, lookup.blocked()]).toEqual(['show', 'show', undefined])
    expect(findTool('a__ask', catalogue)).toBe(modelToolLookup('a__ask', catalogue).current())
  })

  test('is denied if its pin denies it', async () => {
    const lookup = modelToolLookup('a__show', await catalogueWith('show'))
    expect([lookup.current(), lookup.blocked()?.tool]).toEqual([undefined, 'show'])
    expect(thrownBy(lookup.find)).toMatchObject({ code: 'denied', message: `a__show cannot be called: ${pinned}` })
  })

  test('is denied if it is for apps only', async () => {
    const lookup = modelToolLookup('a__set', await catalogueWith())
    expect([lookup.current(), lookup.blocked()]).toEqual([undefined, undefined])
    expect(thrownBy(lookup.find)).toMatchObject({
      code: 'denied',
      message: 'a__set cannot be called: its server offers it to apps only',
    })
  })

  test.each([
    ['a__shoq', 'There is no tool a__shoq; did you mean "a__show"?'],
    ['show', 'There is no tool show; did you mean "a__show"?'],
    ['shoq', 'There is no tool shoq; did you mean "a__show"?'],
    ['other', 'There is no tool other'],
    ['n'.repeat(200), `There is no tool ${'n'.repeat(128)}…`],
  ])('is not there as %s', async (name, message) => {
    const catalogue = await catalogueWith()
    expect(thrownBy(() => findTool(name, catalogue))).toMatchObject({ code: 'not_found', message })
  })
})

describe('a tool that an app calls', () => {
  test('is found if it is for apps', async () => {
    const catalogue = await catalogueWith()
    for (const name of ['show', 'set']) {
      const lookup = appToolLookup({ server: 'a', tool: name }, catalogue)
      expect([lookup.find().tool, lookup.current()?.tool, lookup.blocked()]).toEqual([name, name, undefined])
    }
  })

  test('is denied if its pin denies it', async () => {
    const lookup = appToolLookup({ server: 'a', tool: 'set' }, await catalogueWith('set'))
    expect([lookup.current(), lookup.blocked()?.tool]).toEqual([undefined, 'set'])
    expect(thrownBy(lookup.find)).toMatchObject({ code: 'denied', message: `set cannot be called: ${pinned}` })
  })

  test('is denied if it is for models only', async () => {
    const lookup = appToolLookup({ server: 'a', tool: 'ask' }, await catalogueWith())
    expect([lookup.current(), lookup.blocked()]).toEqual([undefined, undefined])
    expect(thrownBy(lookup.find)).toMatchObject({
      code: 'denied',
      message: 'ask cannot be called: its server does not offer it to apps',
    })
  })

  test.each([
    ['a', 'other', 'The server a has no tool other'],
    ['b', 'show', 'The server b has no tool show'],
  ])('is not there as %s %s', async (server, name, message) => {
    const lookup = appToolLookup({ server, tool: name }, await catalogueWith())
    expect([lookup.current(), lookup.blocked()]).toEqual([undefined, undefined])
    expect(thrownBy(lookup.find)).toMatchObject({ code: 'not_found', message })
  })
})

describe('the tool of an app', () => {
  test('is found whoever it is for, unless its pin denies it', async () => {
    const catalogue = await catalogueWith('show')
    const owner = (name: string) => findAppOwner({ server: 'a', tool: name }, catalogue)
    expect([owner('ask').tool, owner('set').tool]).toEqual(['ask', 'set'])
    expect(thrownBy(() => owner('show'))).toMatchObject({ code: 'denied', message: `show cannot be called: ${pinned}` })
    expect(thrownBy(() => owner('other'))).toMatchObject({
      code: 'not_found',
      message: 'The server a has no tool other',
    })
  })
})
