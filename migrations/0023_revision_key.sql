-- With a key, a table can be copied to another node of a cluster while it is in use.

ALTER TABLE food_revision ADD PRIMARY KEY (revision);
