/** How often the text of a mutation stands in its file: once, or the mutation has rotted. */
export function occurrences(source, { find }) {
  return source.split(find).length - 1
}

/** The source with the mutation in it. Throws where the text to replace is not there, or ambiguous. */
export function apply(source, mutation) {
  const count = occurrences(source, mutation)
  if (count !== 1) throw new Error(`"${mutation.name}": its text stands ${count} times in ${mutation.file}`)
  return source.split(mutation.find).join(mutation.replace)
}
