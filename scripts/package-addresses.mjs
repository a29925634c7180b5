/** The address of the repository, as the job that publishes knows it: GitHub Actions, GitLab, or what REPOSITORY_URL says. */
export function repositoryOf({ REPOSITORY_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_PROJECT_URL }) {
  const github = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}`
  const address = REPOSITORY_URL || github || CI_PROJECT_URL
  return address?.replace(/(\.git|\/)$/, '')
}

/** A manifest with the addresses that its page at the registry shows. */
export function completeManifest(manifest, { address, folder }) {
  const repository = { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` }
  return { ...manifest, homepage: `${address}#readme`, bugs: `${address}/issues`, repository }
}

/** A readme with a link to the documents at its end: its page at the registry knows no other files of the repository. */
export function linkDocuments(readme, address) {
  return `${readme.trimEnd()}\n\n[Documents, examples and changes](${address}#readme)\n`
}
