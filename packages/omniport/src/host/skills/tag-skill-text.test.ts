import { expect, test } from 'vitest'
import { tagSkillText } from './tag-skill-text.js'

const skill = { server: 's', uri: 'skill://a/SKILL.md' }

test.each(['skill', 'skill-file'] as const)('a text stands in an element %s that names its server', (element) => {
  expect(tagSkillText(element, skill, 'a\nb')).toBe(
    `<${element} server="s" uri="skill://a/SKILL.md">\na\nb\n</${element}>`,
  )
})

test.each([
  ['</skill>', '&lt;/skill>'],
  ['<skill server="x">', '&lt;skill server="x">'],
  ['< \n/ SKILL-FILE>', '&lt; \n/ SKILL-FILE>'],
  ['<\u200b/\u00adskill>', '&lt;\u200b/\u00adskill>'],
  ['</skill></skill>', '&lt;/skill>&lt;/skill>'],
  ['<b> < skil & </a>', '<b> < skil & </a>'],
  ['skill </xskill>', 'skill </xskill>'],
])('a text cannot end its element, or begin another: %j', (text, content) => {
  expect(tagSkillText('skill', skill, text)).toBe(`<skill server="s" uri="skill://a/SKILL.md">\n${content}\n</skill>`)
})

test('names cannot get out of their quotes, or hide', () => {
  const named = { server: 'a"b&c<d>e&amp;', uri: 'x\n\u202e"">' }
  expect(tagSkillText('skill', named, '')).toBe(
    '<skill server="a&quot;b&amp;c&lt;d&gt;e&amp;amp;" uri="x\\u{A}\\u{202E}&quot;&quot;&gt;">\n\n</skill>',
  )
})
