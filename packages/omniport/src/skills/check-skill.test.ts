import { describe, expect, test } from 'vitest'
import { skillExcess, skillProblem } from './check-skill.js'

const digest = `sha256:${'0a'.repeat(32)}`
const file = (uri: string, more: object = {}) => ({ uri, digest, size: 3, ...more })
const own = file('skill://a/refunds/SKILL.md')
const entry = (more: object = {}) => ({
  uri: 'skill://a/refunds/SKILL.md',
  frontmatter: { name: 'refunds', description: 'Refunds' },
  resources: [own, file('skill://a/refunds/examples/email.md')],
  ...more,
})

describe('the entry of a skill', () => {
  test.each([
    ['complete', entry()],
    ['generated', entry({ resources: 'dynamic' })],
    ['of another scheme', entry({ uri: 'github://o/refunds/SKILL.md', resources: 'dynamic' })],
  ])('passes: %s', (_name, value) => {
    expect(skillProblem(value)).toBeUndefined()
  })

  test.each([
    [[], 'must be an object'],
    [entry({ uri: 5 }), 'uri must be a string'],
    [entry({ uri: 'skill://a/refunds/skill.md' }), 'uri must be the URI of a SKILL.md'],
    [entry({ uri: 'skill://a/../refunds/SKILL.md' }), 'uri must be the URI of a SKILL.md'],
    [entry({ frontmatter: null }), 'frontmatter must be an object'],
    [entry({ frontmatter: { name: 'refunds' } }), 'frontmatter.description must be a string'],
    [entry({ frontmatter: { name: 'a', description: 'b' } }), 'frontmatter.name must be the last directory of uri'],
    [entry({ resources: undefined }), 'resources must be an array or "dynamic"'],
    [entry({ resources: 'all' }), 'resources must be an array or "dynamic"'],
    [entry({ resources: [] }), 'resources must have the SKILL.md'],
    [entry({ resources: [own, null] }), 'resources[1] must be an object'],
    [entry({ resources: [own, own] }), 'resources[1].uri is there twice'],
    [entry({ resources: [file('skill://a/refunds')] }), 'resources[0].uri must be a file of the skill'],
    [entry({ resources: [file('skill://a/refunds/%2E%2e/x')] }), 'resources[0].uri must be a file of the skill'],
    [entry({ resources: [file('skill://a/refunds/a%2fb')] }), 'resources[0].uri must be a file of the skill'],
    [entry({ resources: [file('skill://a/refundsx/b')] }), 'resources[0].uri must be a file of the skill'],
    [
      entry({ resources: [{ ...own, digest: digest.toUpperCase() }] }),
      'resources[0].digest must be sha256: and 64 hexadecimal digits',
    ],
    [
      entry({ resources: [{ ...own, digest: `${digest}0` }] }),
      'resources[0].digest must be sha256: and 64 hexadecimal digits',
    ],
    [
      entry({ resources: [{ ...own, digest: ` ${digest}` }] }),
      'resources[0].digest must be sha256: and 64 hexadecimal digits',
    ],
    [entry({ resources: [{ ...own, digest: 5 }] }), 'resources[0].digest must be sha256: and 64 hexadecimal digits'],
    [entry({ resources: [{ ...own, uri: 5 }] }), 'resources[0].uri must be a file of the skill'],
    [entry({ resources: [{ ...own, size: -1 }] }), 'resources[0].size must be a number of bytes'],
    [entry({ resources: [{ ...own, size: 1.5 }] }), 'resources[0].size must be a number of bytes'],
  ])('%# has a problem', (value, problem) => {
    expect(skillProblem(value)).toBe(problem)
  })
})

describe('the size of a skill', () => {
  const ofFiles = (count: number, size: number) =>
    entry({ resources: Array.from({ length: count }, (_, at) => file(`skill://a/refunds/${at}`, { size })) })

  test.each([
    [512, 32_768, undefined],
    [513, 0, 'has 513 files, more than 512'],
    [512, 32_769, 'has 16777728 bytes, more than 16777216'],
  ])('of %i files of %i bytes', (count, size, problem) => {
    expect(skillExcess(ofFiles(count, size))).toBe(problem)
  })
})
