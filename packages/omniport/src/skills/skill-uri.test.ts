import { expect, test } from 'vitest'
import { resolveInSkill, skillNameOf, skillRootOf } from './skill-uri.js'

test.each([
  ['skill://git-workflow/SKILL.md', 'skill://git-workflow', 'git-workflow'],
  ['skill://acme/billing/refunds/SKILL.md', 'skill://acme/billing/refunds', 'refunds'],
  ['github://owner/repo/skills/refunds/SKILL.md', 'github://owner/repo/skills/refunds', 'refunds'],
  ['x://a/SKILL.md', 'x://a', 'a'],
  ['://a/SKILL.md', undefined, undefined],
  ['skill:///SKILL.md', undefined, undefined],
  ['skill://a/SKILL.md?x', undefined, undefined],
  ['skill://a/./b/SKILL.md', undefined, undefined],
  ['skill://a/%2E/b/SKILL.md', undefined, undefined],
  ['skill://a//b/SKILL.md', undefined, undefined],
  ['skill://a/b/README.md', undefined, undefined],
  ['SKILL.md', undefined, undefined],
])('the directory and name of the skill at %s', (uri, root, name) => {
  expect([skillRootOf(uri), skillNameOf(uri)]).toEqual([root, name])
})

test.each([
  ['references/GUIDE.md', 'skill://a/b/references/GUIDE.md'],
  ['./x/../y.md', 'skill://a/b/y.md'],
  ['../c/SKILL.md', undefined],
  ['x/../../c', undefined],
  ['/etc/passwd', undefined],
  ['%2e%2e/c', undefined],
  ['', undefined],
  ['a?b', undefined],
])('the path %j in a skill', (path, uri) => {
  expect(resolveInSkill('skill://a/b', path)).toBe(uri)
})
