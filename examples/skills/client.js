import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { connect } from 'omniport/client'

const client = await connect({
  command: process.execPath,
  args: [fileURLToPath(new URL('main.js', import.meta.url))],
})

// What a person sees before anything is read: the list has the names, the descriptions and all files.
const skills = await client.listSkills()
for (const { frontmatter, resources } of skills) {
  console.log(`${frontmatter.name}: ${frontmatter.description} (${resources.length} files)`)
}

// Only now is one read, and it is what its entry says, or this rejects.
const review = await client.skill(skills.find(({ frontmatter }) => frontmatter.name === 'code-review'))
console.log(review.text.split('\n').find((line) => line.startsWith('# ')))
const { mimeType, text } = await review.read('references/style.md')
console.log(mimeType, text.length)

// Nothing else is a file of the skill, whatever its text says.
await review.read('../release-notes/SKILL.md').catch((error) => console.log(error.message))

await client.close()
