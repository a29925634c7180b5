import type { ListedPage } from '../../docs/.vitepress/parts.js'
import { codeBlocks, readDocument } from './code-blocks.js'
import { learnPages, parts } from './learn.js'

/** The part with evidence, tables and decisions: named in `llms.txt`, and left out of `llms-full.txt`. */
const evidence = 'Proof'

/** `docs/llms.txt`: what there is to read, one line a page, for programs that read it for a model. */
export function toIndex(): string {
  const [, about = ''] = readDocument('README.md').split('\n\n')
  const line = ({ file, about: text }: ListedPage) => `- [${file.replace('.md', '')}](${file}): ${text}`
  const text = parts.map(({ title, pages }) => {
    return `## ${title === evidence ? 'Optional' : title}\n\n${pages.map(line).join('\n')}\n`
  })
  return `# Omniport\n\n> ${about.replaceAll('\n', ' ')}\n\n${text.join('\n')}`
}

/** `docs/llms-full.txt`: the quick start and the pages of `llms.txt`, but for those with evidence. */
export function toFullText(): string {
  const [start = ''] = readDocument('README.md').split('\n## Layout')
  const pages = parts.filter(({ title }) => title !== evidence).flatMap((part) => part.pages)
  return [start, ...pages.map(({ file }) => readDocument(`docs/${file}`))]
    .map((text) => `${text.trim()}\n`)
    .join('\n---\n\n')
}

/** The programs of the README and of the pages for a beginner, by their texts. */
export function knownPrograms(): ReadonlySet<string> {
  const blocks = ['README.md', ...learnPages].flatMap((path) => codeBlocks(readDocument(path)))
  return new Set(blocks.map(({ text }) => text))
}
