import { expect, test } from 'vitest'
import { isSameFrontmatter, parseFrontmatter } from './parse-frontmatter.js'

const named = 'name: pdf-tools\ndescription: Works with PDF\n'
const skill = (yaml: string) => `---\n${yaml}---\n\n# Title\n`

test.each([
  ['required fields', skill(named), {}],
  ['a byte order mark and other line ends', `\uFEFF---\r\n${named.replaceAll('\n', '\r\n')}---\r\nx`, {}],
  ['nothing after it', `---\n${named}---`, {}],
  ['a line of hyphens within a text', skill(`${named}x: |\n  ---\n`), { x: '---\n' }],
  [
    'other fields',
    skill(`${named}metadata: { version: "2.1.0", since: 2024-01-01 }\nallowed-tools: Bash(git:*)\n`),
    {
      metadata: { version: '2.1.0', since: '2024-01-01' },
      'allowed-tools': 'Bash(git:*)',
    },
  ],
])('the frontmatter of a skill with %s', async (_name, text, more) => {
  expect(await parseFrontmatter(text)).toEqual({ name: 'pdf-tools', description: 'Works with PDF', ...more })
})

test('a field named like the prototype of objects is a field', async () => {
  const frontmatter = await parseFrontmatter(skill(`${named}__proto__: { isAdmin: true }\n`))
  expect(Object.keys(frontmatter)).toEqual(['name', 'description', '__proto__'])
  expect(Object.getPrototypeOf(frontmatter)).toBe(Object.prototype)
})

const repeated = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]`).join('\n')

test.each([
  ['# Title', 'SKILL.md must begin with frontmatter: YAML between two lines "---"'],
  [`---x\n${named}---\n`, 'SKILL.md must begin with frontmatter: YAML between two lines "---"'],
  [`---\n${named}---x\n`, 'SKILL.md must begin with frontmatter: YAML between two lines "---"'],
  [` ---\n${named}---\n`, 'SKILL.md must begin with frontmatter: YAML between two lines "---"'],
  [`text\n---\n${named}---\n`, 'SKILL.md must begin with frontmatter: YAML between two lines "---"'],
  [`---\n${named}`, 'SKILL.md must begin with frontmatter: YAML between two lines "---"'],
  [skill('- a\n'), 'the frontmatter must be a map of fields'],
  [skill('a: [\n'), 'the frontmatter is not YAML (line 3): bad indent'],
  [skill('name: a\nname: b\n'), 'the frontmatter is not YAML (line 3): duplicate key'],
  [skill('description: x\n'), 'the frontmatter: name must be text of 1 to 64 characters'],
  [
    skill('name: PDF\ndescription: x\n'),
    'the frontmatter: name must be lowercase letters, digits and single hyphens, with none at its ends',
  ],
  [
    skill('name: a--b\ndescription: x\n'),
    'the frontmatter: name must be lowercase letters, digits and single hyphens, with none at its ends',
  ],
  [skill('name: a\ndescription: ""\n'), 'the frontmatter: description must be text of 1 to 1024 characters'],
  [
    skill(`name: a\ndescription: ${'x'.repeat(1025)}\n`),
    'the frontmatter: description must be text of 1 to 1024 characters',
  ],
  [skill(`a: ${'['.repeat(100)}${']'.repeat(100)}\n`), 'the frontmatter nests too deeply'],
  [skill(`a0: &a0 x\n${repeated}\n`), 'the frontmatter has too many aliases, or values that JSON cannot express'],
  [skill(`${named}# ${'x'.repeat(65_536)}\n`), 'the frontmatter is longer than 65536 characters'],
])('frontmatter %# is refused', async (text, message) => {
  await expect(parseFrontmatter(text)).rejects.toThrow(new SyntaxError(message))
})

test('frontmatter may have 65,536 characters', async () => {
  const comment = (length: number) => `${named}#${'x'.repeat(length - named.length - 2)}\n`
  expect(comment(65_536).length).toBe(65_536)
  expect(await parseFrontmatter(skill(comment(65_536)))).toMatchObject({ name: 'pdf-tools' })
  await expect(parseFrontmatter(skill(comment(65_537)))).rejects.toThrow(
    new SyntaxError('the frontmatter is longer than 65536 characters'),
  )
})

test('frontmatters are compared by content', () => {
  const one = { name: 'a', description: 'b', metadata: { x: 1, y: [2] } }
  expect(isSameFrontmatter(one, { metadata: { y: [2], x: 1 }, description: 'b', name: 'a' })).toBe(true)
  expect(isSameFrontmatter(one, { ...one, metadata: { x: 1, y: [2, 3] } })).toBe(false)
})
