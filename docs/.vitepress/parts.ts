/** A page as docs/README.md lists it. */
export interface ListedPage {
  readonly file: string
  readonly about: string
}

/** A part of the documents: a heading of docs/README.md, and the pages that are listed below it. */
export interface Part {
  readonly title: string
  readonly pages: readonly ListedPage[]
}

/** The parts that docs/README.md has, in its order, which is the order of the site. */
export function partsOf(readme: string): readonly Part[] {
  const [, ...sections] = readme.split(/^## /m)
  return sections.map((section) => {
    const rows = [...section.matchAll(/^(?:-|\d+\.) \[([\w-]+\.md)\]\(\S+\): (.+)$/gm)]
    return {
      title: section.slice(0, section.indexOf('\n')),
      pages: rows.map(([, file = '', about = '']) => ({ file, about })),
    }
  })
}
