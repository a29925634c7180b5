const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const mostCharacters = 64

/**
 * Whether a string can be the id of a note. An id is the name of a file, so it holds nothing that could leave the
 * directory: lower-case letters, digits and single hyphens. `index` is the URI of the list.
 */
export function isNoteId(value: string): boolean {
  return value.length <= mostCharacters && slug.test(value) && value !== 'index'
}

/** The id for a title. The `attempt` after the first gives it a number: `milk`, `milk-2`, … */
export function toNoteId(title: string, attempt: number): string {
  const suffix = attempt === 1 ? '' : `-${attempt}`
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
  const start = words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, mostCharacters - suffix.length)
    .replace(/-$/, '')
  return `${start === '' || start === 'index' ? 'note' : start}${suffix}`
}
