import { describe, expect, test } from 'vitest'
import { digestOfBytes } from './digest-of-bytes.js'
import { exactText } from './exact-text.js'
import { frontmatterProblem } from './frontmatter-problem.js'
import { skillFileName, skillLimits, skillsExtension } from './skill.js'

test('the limits and names are those of the specification', () => {
  expect([skillsExtension, skillFileName, skillLimits]).toEqual([
    'io.modelcontextprotocol/skills',
    'SKILL.md',
    { files: 512, bytes: 16_777_216 },
  ])
})

test('the digest of bytes is their SHA-256', async () => {
  expect(await digestOfBytes(new TextEncoder().encode('abc'))).toBe(
    'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('the text of bytes has every one of them, or is no text', () => {
  expect(exactText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('\ufeffa')
  expect(exactText(new Uint8Array())).toBe('')
  expect(exactText(new Uint8Array([0x61, 0xff]))).toBeUndefined()
})

describe('the fields that every skill has', () => {
  const [size, form] = [
    'name must be text of 1 to 64 characters',
    'name must be lowercase letters, digits and single hyphens, with none at its ends',
  ]
  const description = 'description must be text of 1 to 1024 characters'
  const nameProblem = (name: unknown) => frontmatterProblem({ name, description: 'x' })
  const descriptionProblem = (text: unknown) => frontmatterProblem({ name: 'x', description: text })

  test('have a name of letters, digits and hyphens', () => {
    expect(['a', '0', 'a-b-9', 'x'.repeat(64)].map(nameProblem)).toEqual(Array(4).fill(undefined))
    expect([undefined, 1, 'x'.repeat(65)].map(nameProblem)).toEqual([size, size, size])
    const wrong = ['', '-a', 'a-', 'a--b', 'A', 'a b', 'a_b', 'ä', 'a\n']
    expect(wrong.map(nameProblem)).toEqual(wrong.map(() => form))
  })

  test('have a description', () => {
    expect(['x', ' x ', 'x'.repeat(1024)].map(descriptionProblem)).toEqual([undefined, undefined, undefined])
    const wrong = [undefined, 1, '', ' \n', 'x'.repeat(1025)]
    expect(wrong.map(descriptionProblem)).toEqual(wrong.map(() => description))
  })

  test('say what is wrong with the name first', () => {
    expect(frontmatterProblem({})).toBe(size)
  })
})
