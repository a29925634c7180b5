type Fields = Readonly<Record<string, unknown>>

/** The first problem of the fields that every skill must have; undefined if there is none. spec: extensions/skills#skill-format */
export function frontmatterProblem({ name, description }: Fields): string | undefined {
  return nameProblem(name) ?? descriptionProblem(description)
}

function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > 64) return 'name must be text of 1 to 64 characters'
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
    ? undefined
    : 'name must be lowercase letters, digits and single hyphens, with none at its ends'
}

function descriptionProblem(description: unknown): string | undefined {
  const isFit = typeof description === 'string' && description.trim() !== '' && description.length <= 1024
  return isFit ? undefined : 'description must be text of 1 to 1024 characters'
}
