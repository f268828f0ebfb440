import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { SignUp } from '../dto/sign-up.bind.ts'

/** A React form through the resolver for any Standard Schema: texts go in, what the server would bind comes out. */
function SignUpForm(): ReactElement {
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(SignUp.form),
    defaultValues: { name: '', email: '', age: '', plan: 'free', owner: { street: '' }, tags: [] },
  })
  const { errors } = formState
  const send = handleSubmit((value) => {
    document.body.dataset['answer'] = JSON.stringify(value)
  })
  return (
    <form onSubmit={send} noValidate>
      <input {...register('name')} />
      <p id="name-note">{errors.name?.message}</p>
      <input {...register('email')} />
      <p id="email-note">{errors.email?.message}</p>
      <input type="number" {...register('age')} />
      <p id="age-note">{errors.age?.message}</p>
      <input {...register('owner.street')} />
      <p id="owner.street-note">{errors.owner?.street?.message}</p>
      <button type="submit">Send</button>
    </form>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<SignUpForm />)
