import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { refusal } from './fixtures/refusal.js'
import { preflight } from './preflight.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'
const draft2019 = 'https://json-schema.org/draft/2019-09/schema'
const notLocal = 'references must stay inside the document (#, #/…, #anchor)'

/** The paths that the references of `properties.from` lead to; of a boolean, itself. */
function targetsOf(document: JsonObject): readonly (string | boolean)[] {
  const safe = preflight(document)
  const { from } = (safe.document as { readonly properties: { readonly from: JsonObject } }).properties
  return (safe.targets.get(from) ?? []).map((target) => (typeof target === 'boolean' ? target : safe.pathOf(target)))
}

describe('a reference leads to', () => {
  test.each<readonly [name: string, from: JsonObject, rest: JsonObject, targets: readonly (string | boolean)[]]>([
    ['the root', { $ref: '#' }, {}, ['']],
    ['a definition', { $ref: '#/$defs/a' }, { $defs: { a: {} } }, ['/$defs/a']],
    ['a definition whose name is encoded', { $ref: '#/%24defs/a%20b' }, { $defs: { 'a b': {} } }, ['/$defs/a b']],
    ['a name with a slash and a tilde', { $ref: '#/$defs/a~1~0' }, { $defs: { 'a/~': {} } }, ['/$defs/a~1~0']],
    ['an item of a list', { $ref: '#/anyOf/1' }, { anyOf: [{}, { type: 'null' }] }, ['/anyOf/1']],
    ['true', { $ref: '#/$defs/a' }, { $defs: { a: true } }, [true]],
    ['what only it makes a schema', { $ref: '#/x/y' }, { x: { y: {} } }, ['/x/y']],
    ['an anchor', { $ref: '#a' }, { $defs: { b: { $anchor: 'a' } } }, ['/$defs/b']],
    ['a dynamic anchor', { $dynamicRef: '#a' }, { $defs: { b: { $dynamicAnchor: 'a' } } }, ['/$defs/b']],
    ['two places at once', { $ref: '#/$defs/a', $dynamicRef: '#' }, { $defs: { a: {} } }, ['/$defs/a', '']],
    ['the root, in 2019-09', { $recursiveRef: '#' }, { $schema: draft2019 }, ['']],
    [
      'an id that is an anchor',
      { $ref: '#a' },
      { $schema: draft07, definitions: { b: { $id: '#a' } } },
      ['/definitions/b'],
    ],
    [
      'one place only, in draft-07',
      { $ref: '#/definitions/a', $dynamicRef: 'http://example.com/', $recursiveRef: '#' },
      { $schema: draft07, definitions: { a: {} } },
      ['/definitions/a'],
    ],
    ['the root, in draft-07', { $recursiveRef: '#' }, { $schema: draft07 }, ['']],
    ['nothing without one', { type: 'string' }, {}, []],
  ])('%s', (_name, from, rest, targets) => {
    expect(targetsOf({ ...rest, properties: { from } })).toEqual(targets)
  })

  test('its own resource', () => {
    const resource = (ref: string) => ({ $id: 'r', $defs: { a: { $anchor: 'x' } }, properties: { b: { $ref: ref } } })
    const pathsOf = (ref: string) => {
      const safe = preflight({ $anchor: 'x', $defs: { r: resource(ref), a: {} } })
      return [...safe.targets.values()].flat().map((target) => safe.pathOf(target as JsonObject))
    }
    expect([pathsOf('#'), pathsOf('#/$defs/a'), pathsOf('#x')]).toEqual([
      ['/$defs/r'],
      ['/$defs/r/$defs/a'],
      ['/$defs/r/$defs/a'],
    ])
  })
})

describe('a reference is refused', () => {
  test.each<readonly [name: string, document: JsonObject, path: string, reason: string]>([
    ['to nothing', { $ref: '#/' }, '/$ref', '#/ has no target'],
    ['through null', { default: null, $ref: '#/default/a' }, '/$ref', '#/default/a has no target'],
    ['into a text', { title: 'x', $ref: '#/title/length' }, '/$ref', '#/title/length has no target'],
    ['beyond a list', { anyOf: [{}], $ref: '#/anyOf/1' }, '/$ref', '#/anyOf/1 has no target'],
    ['to a list', { anyOf: [{}], $ref: '#/anyOf' }, '/$ref', '#/anyOf is not a schema'],
    ['without a number sign', { $ref: '' }, '/$ref', notLocal],
    [
      'to another document, beside one',
      { $ref: '#/$defs/a', $dynamicRef: 'b', $defs: { a: {} } },
      '/$dynamicRef',
      notLocal,
    ],
    [
      'to an anchor of another resource',
      { $ref: '#x', $defs: { r: { $id: 'r', $defs: { a: { $anchor: 'x' } } } } },
      '/$ref',
      'the anchor #x does not exist here',
    ],
    [
      'to an anchor outside of its resource',
      { $defs: { a: { $anchor: 'x' }, r: { $id: 'r', items: { $ref: '#x' } } } },
      '/$defs/r/items/$ref',
      'the anchor #x does not exist here',
    ],
    [
      'to a definition outside of its resource',
      { $defs: { a: {}, r: { $id: 'r', items: { $ref: '#/$defs/a' } } } },
      '/$defs/r/items/$ref',
      '#/$defs/a has no target',
    ],
    [
      'to a bad schema, whose place in the document is told',
      { $defs: { r: { $id: 'r', 'x/y': { a: { minItems: -1 } }, items: { $ref: '#/x~1y/a' } } } },
      '/$defs/r/x~1y/a/minItems',
      'minItems must be a non-negative integer',
    ],
    [
      'that is recursive across resources',
      { $schema: draft2019, $recursiveRef: '#', $defs: { r: { $id: 'r' } } },
      '/$recursiveRef',
      '$recursiveRef across several $id is not supported',
    ],
    ['with a fragment that is not UTF-8', { $ref: '#%ff' }, '/$ref', 'the fragment is not percent-encoded text'],
  ])('%s', (_name, document, path, reason) => {
    expect(refusal(document)).toEqual({ path, reason })
  })

  test('with the reason of the decoder as its cause', () => {
    expect(() => preflight({ $ref: '#%' })).toThrow(expect.objectContaining({ cause: expect.any(URIError) }))
  })
})
