import { codeBlocks, readDocument } from './code-blocks.js'
import { learnPages } from './learn.js'

/** Pages with evidence, tables and decisions: named in `llms.txt`, and left out of `llms-full.txt`. */
const evidence = new Set(
  ['crossing', 'design', 'experimental', 'interoperability', 'mutations', 'performance', 'requirements'].concat([
    'rough-edges',
    'soak',
  ]),
)

/** A page as docs/README.md lists it. */
interface ListedPage {
  readonly file: string
  readonly about: string
}

/** The pages of docs/README.md in their order, those for a beginner first. */
export function listedPages(): readonly ListedPage[] {
  const rows = [...readDocument('docs/README.md').matchAll(/^(?:-|\d\.) \[([\w-]+\.md)\]\(\S+\): (.+)$/gm)]
  return rows.map(([, file = '', about = '']) => ({ file, about }))
}

/** `docs/llms.txt`: what there is to read, one line a page, for programs that read it for a model. */
export function toIndex(): string {
  const [, about = ''] = readDocument('README.md').split('\n\n')
  const line = ({ file, about: text }: ListedPage) => `- [${file.replace('.md', '')}](${file}): ${text}`
  const pages = listedPages()
  const isLearn = ({ file }: ListedPage) => learnPages.includes(`docs/${file}`)
  const isEvidence = ({ file }: ListedPage) => evidence.has(file.replace('.md', ''))
  const sections = [
    ['Learn', pages.filter(isLearn)],
    ['Guides', pages.filter((page) => !isLearn(page) && !isEvidence(page))],
    ['Optional', pages.filter(isEvidence)],
  ] as const
  const text = sections.map(([title, list]) => `## ${title}\n\n${list.map(line).join('\n')}\n`)
  return `# Omniport\n\n> ${about.replaceAll('\n', ' ')}\n\n${text.join('\n')}`
}

/** `docs/llms-full.txt`: the quick start and the pages of `llms.txt`, but for those with evidence. */
export function toFullText(): string {
  const [start = ''] = readDocument('README.md').split('\n## Layout')
  const pages = listedPages().filter(({ file }) => !evidence.has(file.replace('.md', '')))
  return [start, ...pages.map(({ file }) => readDocument(`docs/${file}`))]
    .map((text) => `${text.trim()}\n`)
    .join('\n---\n\n')
}

/** The programs of the README and of the pages for a beginner, by their texts. */
export function knownPrograms(): ReadonlySet<string> {
  const blocks = ['README.md', ...learnPages].flatMap((path) => codeBlocks(readDocument(path)))
  return new Set(blocks.map(({ text }) => text))
}
