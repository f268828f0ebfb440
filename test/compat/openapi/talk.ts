export async function* talk(): AsyncGenerator<{ name: string; finding: string }> {}
