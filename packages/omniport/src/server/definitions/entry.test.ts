import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { ServerServices } from '../server-services.js'
import type { DefinitionOptions } from './definition-options.js'
import { Entry } from './entry.js'
import { inDefinition } from './in-definition.js'
import { toUnknownError } from './to-unknown-error.js'

const services = {} as ServerServices // only passed on
const principal = (id: string): Principal => ({ id, scopes: [], claims: {} })
const listed = { name: 'a', title: 'A' }
const entryOf = (definition: DefinitionOptions = {}, name = 'a') =>
  new Entry('prompts', { name, definition, services }, { ...listed, name })

describe('an entry', () => {
  test('has what it was made of', () => {
    const definition = {}
    const entry = entryOf(definition)
    expect([entry.kind, entry.name, entry.definition, entry.services, entry.listed]).toEqual([
      'prompts',
      'a',
      definition,
      services,
      listed,
    ])
  })

  test('is visible to all, or to whom its definition says', () => {
    const toAnn = entryOf({ visible: (caller) => caller?.id === 'ann' })
    const seenBy = (caller: Principal | undefined) => [
      toAnn.isVisible(caller),
      toAnn.isListedFor({ principal: caller } as Exchange), // nothing else is read
      entryOf().isVisible(caller),
      entryOf().isListedFor({ principal: caller } as Exchange),
    ]
    expect(seenBy(principal('ann'))).toEqual([true, true, true, true])
    expect(seenBy(principal('bob'))).toEqual([false, false, true, true])
    expect(seenBy(undefined)).toEqual([false, false, true, true])
    expect([toAnn.varies, entryOf().varies]).toEqual([true, false])
  })

  test('is JSON in the shape of a revision, the same text each time', () => {
    const entry = entryOf()
    expect([entry.encode('2024-11-05'), entry.encode('2026-07-28'), entry.encode('2024-11-05')]).toEqual([
      '{"name":"a"}',
      '{"name":"a","title":"A"}',
      '{"name":"a"}',
    ])
  })

  test('has a name', () => {
    expect(thrownBy(() => entryOf({}, ''))).toEqual(new TypeError('prompts: a name must not be empty'))
  })
})

describe('a name that is unknown', () => {
  const entries = [entryOf({}, 'sunrise'), entryOf({ visible: (caller) => caller?.id === 'ann' }, 'clouds')]
  const message = (name: string, caller?: Principal) =>
    toUnknownError('tool', name, { entries, principal: caller }).message

  test('is said to be, with the nearest that the caller may see', () => {
    expect(message('sunris')).toBe('Unknown tool: sunris; did you mean "sunrise"?')
    expect(message('cloud')).toBe('Unknown tool: cloud')
    expect(message('cloud', principal('ann'))).toBe('Unknown tool: cloud; did you mean "clouds"?')
    expect(toUnknownError('prompt', 'x', { entries: [], principal: undefined })).toMatchObject({
      code: -32602,
      message: 'Unknown prompt: x',
    })
  })

  test('is cut where it is long', () => {
    expect(message('x'.repeat(5_000)).length).toBeLessThan(300)
  })
})

describe('an error in a definition', () => {
  test('says where, and has what was thrown as its cause', () => {
    const reason = new Error('no schema')
    const error = thrownBy(() =>
      inDefinition('tool "a": input', () => {
        throw reason
      }),
    )
    expect(error).toEqual(new TypeError('tool "a": input: no schema'))
    expect(error).toHaveProperty('cause', reason)
    expect(
      thrownBy(() =>
        inDefinition('a', () => {
          throw 'text' as unknown
        }),
      ),
    ).toEqual(new TypeError('a: text'))
  })

  test('is none where nothing is thrown', () => {
    expect(inDefinition('a', () => 5)).toBe(5)
  })
})
