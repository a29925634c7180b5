/** Returns the beginning of a text, and the number of further characters. */
export function truncateText(text: string, mostCharacters: number): string {
  const letters = [...text.slice(0, mostCharacters * 2)]
  const beginning = letters.slice(0, mostCharacters).join('')
  return beginning.length === text.length ? text : `${beginning}… (${text.length - beginning.length} characters more)`
}
