import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../support/root.js'

/** A piece of code in a document. */
export interface CodeBlock {
  readonly language: string
  /** What follows the language: the name of the file that a reader should make. */
  readonly file?: string
  readonly text: string
}

/** The documents that people read, as paths from the root of the repository. */
export function documents(): readonly string[] {
  const docs = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'))
  const packages = readdirSync(`${root}/packages`)
  return [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...docs.map((name) => `docs/${name}`),
    ...packages.map((name) => `packages/${name}/README.md`),
    'packages/omniport/skills/omniport/SKILL.md',
    ...readdirSync(`${root}/packages/omniport/src`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|\/)README\.md$/.test(name))
      .map((name) => `packages/omniport/src/${name}`),
  ]
}

/** The text of a document. */
export function readDocument(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8')
}

/** The fenced blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language = '', file, text = '']) => {
    return file === undefined ? { language, text } : { language, file, text }
  })
}
