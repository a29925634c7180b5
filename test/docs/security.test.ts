import { defaultLimits } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { filesUnder, isTest } from '../support/source-files.js'
import { readDocument } from './code-blocks.js'

const text = readDocument('docs/security.md')
const sections = new Map(text.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), section]))
const sources = filesUnder('packages/omniport/src').filter(({ path }) => !isTest(path))

/** The rows of the table in a section, their header excepted. */
function rows(section: string): string[][] {
  const lines = [...(sections.get(section) ?? '').matchAll(/^\| (.+) \|$/gm)].slice(2)
  return lines.map(([, line = '']) => line.split(' | '))
}

const switches = rows('What gives something up').map(([option = '', risk = '']) => {
  return { name: /`(\w+)/.exec(option)?.[1] ?? '', risk }
})

describe('docs/security.md', () => {
  test('names requirements that there are', () => {
    const known = readDocument('docs/requirements.md')
    const ids = [...text.matchAll(/\b[A-Z]+-\d\d\b/g)].map(([id]) => id)
    expect(ids.length).toBeGreaterThan(30)
    expect(ids.filter((id) => !known.includes(`- **${id}**`))).toEqual([])
  })

  test('names options, limits and functions that there are', () => {
    const named = rows('What is done by default').flatMap(([, , by = '']) => [...by.matchAll(/`(\w+)`/g)])
    const all = sources.map(({ text }) => text).join('\n')
    const isThere = (name: string) =>
      Object.hasOwn(defaultLimits, name) ||
      new RegExp(`readonly ${name}\\??:|function ${name}\\b|  ${name}[(<]`).test(all)
    expect(named.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([])
  })

  test.each(switches)('$name is an option that says its risk where it is declared', ({ name, risk }) => {
    expect(risk.length).toBeGreaterThan(20)
    const declared = sources.flatMap(({ text }) => [...text.matchAll(declaration(name))].map(([, doc = '']) => doc))
    expect(declared.length).toBeGreaterThan(0)
    expect(declared.some((doc) => saysRisk.test(doc.replaceAll(/\s*\n\s*\*?\s*/g, ' ')))).toBe(true)
  })

  test('lists every option whose name says that it lets something through', () => {
    const found = sources.flatMap(({ text }) => [...text.matchAll(/readonly (allow[A-Z]\w*|un[a-z]+ated)\??:/g)])
    const names = new Set(found.map(([, name = '']) => name))
    const listed = switches.map(({ name }) => name)
    expect([...names].filter((name) => !listed.includes(name) && name !== 'allowedHosts')).toEqual([])
  })
})

const saysRisk =
  /The risk|turns the guard off|whoever can connect|whose pages may call|withdrawal is noticed|nothing is encrypted|never after/

/** The docstring before a member or a function of that name. */
function declaration(name: string): RegExp {
  return new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s+(?:export function ${name}\\b|readonly ${name}\\?:)`, 'g')
}
