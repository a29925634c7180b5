import { codeBlocks, readDocument } from './code-blocks.js'

/** The pages for a beginner, in the order in which they are read. */
export const learnPages = ['tools', 'resources', 'prompts', 'context', 'asking', 'hosts'].map(
  (name) => `docs/${name}.md`,
)

/** A program of a page, and what the page says that it prints. */
export type LearnProgram = readonly [page: string, file: string, stdout: string]

/** All programs of these pages. The block after each has what it prints. */
export const learnPrograms = programsOf(learnPages)

/** The programs of other guides that say what they print. */
export const guidePrograms = programsOf(['docs/testing.md']).filter(([, , stdout]) => !stdout.includes('no output of'))

function programsOf(pages: readonly string[]): readonly LearnProgram[] {
  return pages.flatMap(programsOfPage)
}

function programsOfPage(page: string): readonly LearnProgram[] {
  const blocks = codeBlocks(readDocument(page))
  return blocks.flatMap(({ language, file = '', text: _ }, index): LearnProgram[] => {
    const next = blocks[index + 1]
    return language === 'ts'
      ? [[page, file, next?.language === 'text' ? next.text : `${page}: no output of ${file}`]]
      : []
  })
}
