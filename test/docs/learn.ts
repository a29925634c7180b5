import { partsOf } from '../../docs/.vitepress/parts.js'
import { codeBlocks, readDocument } from './code-blocks.js'

/** The parts of the documents with their pages, as docs/README.md lists them. */
export const parts = partsOf(readDocument('docs/README.md'))

/** The pages for a beginner, in the order in which they are read. */
export const learnPages = parts
  .filter(({ title }) => title === 'Learn')
  .flatMap(({ pages }) => pages.map(({ file }) => `docs/${file}`))

/** A program of a page, and what the page says that it prints. */
export type PageProgram = readonly [page: string, file: string, stdout: string]

/** The programs of all pages that are followed by a block with what they print. */
export const programs: readonly PageProgram[] = parts.flatMap(({ pages }) =>
  pages.flatMap(({ file: page }) => {
    const blocks = codeBlocks(readDocument(`docs/${page}`))
    return blocks.flatMap(({ language, file }, index): PageProgram[] => {
      const next = blocks[index + 1]
      if (language !== 'ts' || file === undefined || next?.language !== 'text' || next.file !== undefined) return []
      return [[`docs/${page}`, file, next.text]]
    })
  }),
)
