-- A school year of all students who have no goal yet: what was proved, paid and bought, what is under way, who came.
-- The rows refer to each other as they should: asking that of each would take as long as all the rest.
SET LOCAL session_replication_role = replica;
SET LOCAL work_mem = '256MB';
CREATE FUNCTION pg_temp.id_at(moment timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(r, 1, 3) || '-8' || substr(r, 4, 3) || '-' || substr(r, 7, 12)
  FROM (SELECT lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') AS h,
               replace(gen_random_uuid()::text, '-', '') AS r) AS parts
$$;
CREATE FUNCTION pg_temp.digest() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex')
$$;
CREATE TEMP TABLE pupils ON COMMIT DROP AS
  SELECT s.id, s.classroom_id, c.teacher_id FROM students s JOIN classrooms c ON c.id = s.classroom_id
  WHERE NOT EXISTS (SELECT FROM goals g WHERE g.student_id = s.id);
-- Day by day and class by class, as it came: a student's rows lie scattered.
CREATE TEMP TABLE reached ON COMMIT DROP AS
  SELECT p.*, pg_temp.id_at(moment) AS goal_id, pg_temp.id_at(moment) AS proof_id,
         pg_temp.id_at(moment) AS review_id, pg_temp.id_at(moment) AS credit_id
  FROM (SELECT pupils.*, n, now() - interval '300 days' + n * interval '290 days' / :goals
                         + random() * interval '6 hours' AS moment
        FROM pupils, generate_series(1, :goals) AS n) AS p
  ORDER BY moment;

INSERT INTO goals (id, created_at, student_id, classroom_id, name, goalbucks, status, completed_at, credit_id)
  SELECT goal_id, moment, id, classroom_id, 'Spelling list ' || n, 5, 'completed', moment, credit_id FROM reached;
INSERT INTO submissions (id, created_at, goal_id, student_id, classroom_id, submission_text, status, comment,
                         allow_resubmission, review_id, reviewed_at, reviewed_by)
  SELECT proof_id, moment, goal_id, id, classroom_id, 'I read it to the end and wrote down ten new words', 'approved',
         CASE WHEN n % 3 = 0 THEN 'Well done, and neatly written.' END, false, review_id, moment, teacher_id
  FROM reached;
INSERT INTO goalbuck_entries (id, created_at, student_id, amount, reason, source_id, description, created_by,
                              balance_after, week)
  SELECT credit_id, moment, id, 5, 'goal', review_id, 'Spelling list ' || n, teacher_id, 5 * n - 5 * ((n - 1) / 4),
         date_trunc('week', moment)::date
  FROM reached;
CREATE TEMP TABLE bought ON COMMIT DROP AS
  SELECT *, pg_temp.id_at(moment) AS purchase_id, pg_temp.id_at(moment) AS entry_id FROM reached WHERE n % 4 = 0;
INSERT INTO purchases (id, created_at, student_id, classroom_id, item_id, item_name, goalbucks_cost, status,
                       fulfilled_at, fulfilled_by)
  SELECT purchase_id, moment, id, classroom_id, pg_temp.id_at(moment), 'Sticker', 5, 'fulfilled', moment, teacher_id
  FROM bought;
INSERT INTO goalbuck_entries (id, created_at, student_id, amount, reason, source_id, description, created_by,
                              balance_after, week)
  SELECT entry_id, moment, id, -5, 'purchase', purchase_id, 'Sticker', id, 5 * n - 5 * (n / 4),
         date_trunc('week', moment)::date
  FROM bought;
INSERT INTO balances (student_id, earned, spent, goals_completed, goals_goalbucks)
  SELECT id, 5 * :goals, 5 * (:goals / 4), :goals, 5 * :goals FROM pupils;
INSERT INTO activity (id, created_at, teacher_id, kind, who_role, who_id, who_name, classroom_id, student_id,
                      student_name, about, amount, address, device, count)
  SELECT pg_temp.id_at(moment), moment, teacher_id, kind, 'teacher', teacher_id, 'Elena Rivera', classroom_id, id,
         'Amara Ångström', about, 5, '198.51.100.7', 'Windows, Edge', 1
  FROM (SELECT *, 'submission_approved' AS kind, 'Spelling list ' || n AS about FROM reached
        UNION ALL SELECT *, 'purchase_fulfilled', 'Sticker' FROM reached WHERE n % 4 = 0
        UNION ALL SELECT *, 'sign_in', NULL FROM reached) AS done;

-- What is under way.
CREATE TEMP TABLE waiting ON COMMIT DROP AS
  SELECT pupils.*, n, pg_temp.id_at(now() - n * interval '1 hour') AS goal_id,
         pg_temp.id_at(now() - n * interval '1 hour') AS proof_id
  FROM pupils, generate_series(1, :open + :pending) AS n;
INSERT INTO goals (id, created_at, student_id, classroom_id, name, goalbucks, status)
  SELECT goal_id, now(), id, classroom_id, 'Read chapter ' || n, 5, 'current' FROM waiting;
INSERT INTO submissions (id, created_at, goal_id, student_id, classroom_id, submission_text, image_key, status,
                         allow_resubmission)
  SELECT proof_id, now(), goal_id, id, classroom_id, 'My notes', ':image', 'pending', false
  FROM waiting WHERE n <= :pending;
INSERT INTO goal_suggestions (id, created_at, student_id, classroom_id, suggested_name, suggested_goalbucks, status,
                              teacher_id, reviewed_at)
  SELECT pg_temp.id_at(now() - n * interval '30 days'), now(), id, classroom_id, 'Learn a poem', 5,
         CASE WHEN n < 4 THEN 'denied' ELSE 'approved' END, teacher_id, now()
  FROM pupils, generate_series(1, 6) AS n;
INSERT INTO store_items (id, created_at, classroom_id, name, description, goalbucks_cost, stock)
  SELECT pg_temp.id_at(now()), now(), id, 'Item ' || n, 'It stands on the shelf beside the window.', 5,
         CASE WHEN n % 2 = 0 THEN 100000 END
  FROM (SELECT DISTINCT classroom_id AS id FROM pupils) AS rooms, generate_series(1, :items) AS n;

-- What was bought yesterday may still be asked for again.
INSERT INTO idempotency_keys (id, created_at, person_id, key, request_hash, status, answer)
  SELECT pg_temp.id_at(now() - n * interval '6 hours'), now() - n * interval '6 hours', id, gen_random_uuid()::text,
         pg_temp.digest(), 201, convert_to(repeat('{"answer": 1}', 25), 'UTF8')
  FROM pupils, generate_series(1, 2) AS n;

-- Who came: on shared devices each student is known to many browsers, and all have signed in today.
INSERT INTO known_browsers (id, created_at, account_key, browser)
  SELECT pg_temp.id_at(now() - n * interval '20 days'), now() - n * interval '20 days', pg_temp.digest(),
         pg_temp.digest()
  FROM pupils, generate_series(1, 15) AS n;
INSERT INTO sessions (id, created_at, token_hash, student_id, seen_at, expires_at)
  SELECT pg_temp.id_at(now()), now(), encode(sha256(convert_to('bench-' || id, 'UTF8')), 'hex'), id,
         now() + interval '1 hour', now() + interval '12 hours'
  FROM pupils;
INSERT INTO sessions (id, created_at, token_hash, teacher_id, seen_at, expires_at)
  SELECT pg_temp.id_at(now()), now(), encode(sha256(convert_to('bench-' || t.id, 'UTF8')), 'hex'), t.id, now(),
         now() + interval '12 hours'
  FROM teachers t WHERE NOT EXISTS (SELECT FROM sessions WHERE teacher_id = t.id);
DROP FUNCTION pg_temp.id_at;
DROP FUNCTION pg_temp.digest;
