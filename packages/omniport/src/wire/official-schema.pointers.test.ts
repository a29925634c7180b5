import { expect, test } from 'vitest'
import { officialSchema } from './official-schema.js'

const [old, newest] = [officialSchema('2024-11-05'), officialSchema('2026-07-28')]

test('the schema of a revision is made once', () => {
  expect(officialSchema('2024-11-05')).toBe(old)
  expect([old.revision, newest.revision]).toEqual(['2024-11-05', '2026-07-28'])
})

test('definitions stand where the revision has them', () => {
  expect([old.pointer('Tool'), newest.pointer('Tool')]).toEqual(['/definitions/Tool', '/$defs/Tool'])
  expect([old.has('Tool'), old.has('Icon'), old.has('toString'), newest.has('Icon')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(() => old.pointer('Icon')).toThrow(new TypeError('2024-11-05 does not define Icon'))
})

test('a pointer leads into the document', () => {
  expect(old.at('/definitions/Tool/properties/name')).toMatchObject({ type: 'string' })
  expect(newest.at('/$defs/RequestMetaObject/properties/io.modelcontextprotocol~1protocolVersion')).toEqual({
    type: 'string',
  })
  expect(old.at('')).toHaveProperty('definitions')
  expect([old.at('/definitions/Tool/required'), old.at('/definitions/Tool/nothing')]).toEqual([{}, {}])
})

test('the issues are those of a value under the schema at a pointer', () => {
  const pointer = '/definitions/Tool/properties/name'
  expect([old.issues(pointer, 'add'), old.issues(pointer, 5)]).toEqual([
    [],
    [{ path: [], message: 'must be a string' }],
  ])
  expect(old.issues('/definitions/Tool', { name: 'add' })).toEqual([{ path: ['inputSchema'], message: 'is required' }])
})
