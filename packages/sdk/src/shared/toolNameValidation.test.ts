import { describe, expect, test } from 'vitest'
import { checkResourceAllowed, resourceUrlFromServerUrl } from './auth-utils.js'
import { isJsonContentType, mediaTypeEssence } from './mediaType.js'
import { getDisplayName } from './metadataUtils.js'
import { validateToolName } from './toolNameValidation.js'

test.each([
  ['https://a.example/b?c=d#e', 'https://a.example/b?c=d'],
  ['https://a.example', 'https://a.example/'],
])('the resource of %s is %s', (url, resource) => {
  expect(resourceUrlFromServerUrl(url).href).toBe(resource)
  const given = new URL(url)
  resourceUrlFromServerUrl(given)
  expect(given.href).toBe(new URL(url).href)
})

test.each([
  ['https://a.example/b', 'https://a.example/b', true],
  ['https://a.example/b/', 'https://a.example/b', true],
  ['https://a.example/b/c', 'https://a.example/b', true],
  ['https://a.example/b', 'https://a.example/', true],
  ['https://a.example/b', 'https://a.example/b/', false],
  ['https://a.example/bc', 'https://a.example/b', false],
  ['https://a.example/', 'https://a.example/b', false],
  ['https://a.example/cd', 'https://a.example/b', false],
  ['http://a.example/b', 'https://a.example/b', false],
  ['https://a.example:8443/b', 'https://a.example/b', false],
])('%s is allowed by %s: %s', (requestedResource, configuredResource, expected) => {
  expect(checkResourceAllowed({ requestedResource, configuredResource })).toBe(expected)
})

test.each([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  [' ; charset=utf-8', undefined],
  ['Text/HTML; charset=utf-8; x', 'text/html'],
  [' application/json ', 'application/json'],
])('the media type of %j is %s', (header, essence) => {
  expect(mediaTypeEssence(header)).toBe(essence)
})

test.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/jsonx', false],
  ['text/plain', false],
  [null, false],
])('%j is JSON: %s', (header, expected) => {
  expect(isJsonContentType(header)).toBe(expected)
})

test.each([
  [{ name: 'n' }, 'n'],
  [{ name: 'n', title: 'T' }, 'T'],
  [{ name: 'n', title: '' }, 'n'],
  [{ name: 'n', annotations: { title: 'A' } }, 'A'],
  [{ name: 'n', title: 'T', annotations: { title: 'A' } }, 'T'],
  [{ name: 'n', annotations: {} }, 'n'],
])('%j is shown as %s', (metadata, name) => {
  expect(getDisplayName(metadata)).toBe(name)
})

describe('the name of a tool', () => {
  const allowed = 'Allowed characters are: A-Z, a-z, 0-9, underscore (_), dash (-), and dot (.)'
  const edge = (word: string) =>
    `Tool name starts or ends with a ${word}, which may cause parsing issues in some contexts`
  test.each<[string, boolean, readonly string[]]>([
    ['add_Two-3.x', true, []],
    ['a'.repeat(128), true, []],
    ['a'.repeat(129), false, ['Tool name exceeds maximum length of 128 characters (current: 129)']],
    ['', false, ['Tool name cannot be empty']],
    ['-a', true, [edge('dash')]],
    ['a-', true, [edge('dash')]],
    ['.a', true, [edge('dot')]],
    ['a.', true, [edge('dot')]],
    ['-a.', true, [edge('dash'), edge('dot')]],
    [
      'a b',
      false,
      [
        'Tool name contains spaces, which may cause parsing issues',
        'Tool name contains invalid characters: " "',
        allowed,
      ],
    ],
    [
      'a,b',
      false,
      [
        'Tool name contains commas, which may cause parsing issues',
        'Tool name contains invalid characters: ","',
        allowed,
      ],
    ],
    ['é@é', false, ['Tool name contains invalid characters: "é", "@"', allowed]],
  ])('%s', (name, isValid, warnings) => {
    expect(validateToolName(name)).toEqual({ isValid, warnings })
  })
})
