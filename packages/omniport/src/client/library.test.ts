import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { library } from './client-services.js'

test('a client without a name goes by the name and version of this package', () => {
  const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(library).toEqual({ name, version })
})
