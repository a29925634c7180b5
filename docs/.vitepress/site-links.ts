import { posix } from 'node:path'

/**
 * Rewrites the links of a page for the site. A link to a file that is a page of the site leads there, and has the title of that page
 * where it had the name or the path of the file. A link to a file of an example leads to where the page of that example shows it, and
 * keeps its label. A link to any other file of the repository becomes its path as text, unless the address of the repository is given.
 *
 * @param text - the Markdown of a page.
 */
export function toSiteLinks(text: string, { source, page, repository, titleOf }: LinkPlaces): string {
  return outsideOfCode(text, (prose) =>
    prose.replaceAll(/\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^()\s]+)\)/g, (link, label: string, target: string) => {
      if (/^(\w+:|#|\/)/.test(target)) return link
      const [file = '', ownAnchor] = target.split('#')
      const path = posix.join(posix.dirname(source), file)
      const local = toSitePath(path)
      if (local !== undefined) {
        const anchor = ownAnchor ?? toExampleAnchor(path)
        const isName =
          local.endsWith('.md') && anchor === ownAnchor && [posix.basename(file), file, path].includes(label)
        const shown = isName ? titleOf(local) : label
        return `[${shown}](${toRelative(posix.dirname(page), local)}${anchor === undefined ? '' : `#${anchor}`})`
      }
      if (repository !== undefined) return `[${label}](${repository}${path})`
      if (label === path) return `\`${path}\``
      return label.includes('`') || label === target ? label : `${label} (\`${path}\`)`
    }),
  )
}

/** The places that links lead from and to. */
export interface LinkPlaces {
  /** The file that the text is of, from the root of the repository. */
  readonly source: string
  /** The page of the site, from `docs`. */
  readonly page: string
  /** The title of a page of the site. */
  titleOf(page: string): string
  /** The address that paths are appended to: `https://example.com/repository/blob/main/`. */
  readonly repository?: string | undefined
}

/** The page of the site that shows a file or folder of the repository, as a path below `docs`. */
function toSitePath(path: string): string | undefined {
  const known = documents[path.replace(/\/$/, '')]
  if (known !== undefined) return known
  const [, example] = /^examples\/([\w-]+)/.exec(path) ?? []
  if (example !== undefined) return `reference/examples/${example}.md`
  const [, packed] = /^packages\/([\w-]+)(?:\/README\.md)?\/?$/.exec(path) ?? []
  if (packed !== undefined && packed !== 'console') return `reference/packages/${packed}.md`
  return path.startsWith('docs/') ? path.slice('docs/'.length) : undefined
}

/** The heading of a file on the page of its example, as make-sources.mjs writes it. */
function toExampleAnchor(path: string): string | undefined {
  const [, file] = /^examples\/[\w-]+\/(.+\.\w+)$/.exec(path) ?? []
  return file === undefined || file === 'README.md' ? undefined : file.replaceAll(/[^\w]+/g, '-')
}

const documents: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'reference/contributing.md',
  'SECURITY.md': 'reference/reporting.md',
  'packages/omniport/skills/omniport/SKILL.md': 'reference/skill.md',
  docs: 'README.md',
}

function toRelative(from: string, to: string): string {
  const path = posix.relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Applies a function to the text between fenced blocks. */
export function outsideOfCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('')
}
