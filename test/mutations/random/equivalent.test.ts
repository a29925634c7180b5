import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { equivalent } from '../../../mutations/random/equivalent.mjs'
import { root } from '../../support/root.js'

test('mutants that are called equivalent stand in their file, and have a reason each', () => {
  const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  const wrong = equivalent.filter(({ file, original, reason }) => reason === '' || !textOf(file).includes(original))
  expect(wrong).toEqual([])
})
